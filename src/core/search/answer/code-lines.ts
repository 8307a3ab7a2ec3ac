/** Language words of fences that name no prose: languages to program, to query, to mark up and to configure in. */
const LANGUAGES: ReadonlySet<string> = new Set(
  (
    'sql mysql postgresql psql plsql sqlite duckdb graphql cypher sparql bash sh shell zsh fish console terminal shellsession powershell ps1 pwsh bat batch cmd dos ' +
    'python py python3 ipython javascript js mjs cjs jsx typescript ts tsx node json json5 jsonc jsonl html htm xhtml css scss sass less xml svg xsd xslt yaml yml toml ini conf ' +
    'c h cpp c++ cc hpp cxx csharp c# cs fsharp f# objc objective-c java kotlin kt scala groovy clojure clj go golang rust rs swift dart ruby rb php perl pl lua r julia jl matlab octave ' +
    'haskell hs ocaml elixir ex erlang erl elm lisp scheme racket prolog fortran pascal delphi ada cobol basic vb vba vbnet asm assembly nasm wasm wat zig nim v vue svelte astro ' +
    'dockerfile docker makefile make cmake nginx apache hcl terraform tf proto protobuf diff patch regex awk sed vim latex tex bibtex mermaid dot graphviz plantuml http solidity sol'
  ).split(' '),
);
const LANGUAGE = /^[`~]{3,}[ \t]*\{?\.?([\p{L}\d+#-]+)/u;

/** Whether the first line of a fence names a language that is not spoken. */
export const isFenceOfCode = (block: string): boolean => LANGUAGES.has((LANGUAGE.exec(block)?.[1] ?? '').toLowerCase());

const STATEMENTS = [
  // Commands of a shell; those that are words of English as well only with a path, a file or an option.
  /^(?:sudo|npm|npx|pnpm|yarn|pip3?|git|cd|ls|mkdir|rmdir|rm|cp|mv|grep|curl|wget|docker|kubectl|brew|apt|apt-get|cargo|chmod|chown|ssh|scp|python3|conda|systemctl) [\w./~"'-]/u,
  /^(?:cat|make|echo|source|export|find|node|python|tar|touch|kill|head|tail|go|deno|bun) (?:.*\s)?(?:-{1,2}\w|\S*[\w.~]?\/\w|\w+\.\w)/u,
  /^go (?:run|build|get|test|install|mod|fmt)\b/u,
  // Parts of a query, whose words are written large among others that are not.
  /^(?:SELECT|FROM|WHERE|INSERT INTO|UPDATE|DELETE FROM|CREATE|ALTER|DROP|GROUP BY|ORDER BY|HAVING|LIMIT|UNION|VALUES|SET|AND|ON|(?:LEFT |RIGHT |INNER |OUTER |FULL |CROSS )*JOIN|MATCH|RETURN)\b(?=.*\p{Ll})/u,
  /^(?:SELECT|select)\s.*\s(?:FROM|from)\s/u,
  /^(?:insert into|delete from|(?:create|drop|alter) table|update \w+ set|group by|order by)\s/u,
  // Statements of Python, JavaScript and their kin.
  /^(?:import [\w.]+(?: as \w+)?|from [\w.]+ import .*)$/u,
  /^(?:for \w+ in .*|(?:if|elif|while) .*|with .* as \w+|def .*|class \w+|else|try|finally|except.*):$/u,
  /^(?:return \w+(?: (?:and|or|not|in|is) \w+)*|print \S.*|pass|break|continue|(?:const|let|var) \w+|async function .*|raise \w+)$/u,
];
const QUERY = /^\s*(?:select|SELECT)\s[^]*?\s(?:from|FROM)\s+\w/u;
const SENTENCE_END = /[.!?。！？]["”'’)]*$/u;

/** Whether a line is a command or a statement that has no sign of code in it: “npm install the package”. */
export const isCodeLine = (line: string): boolean => STATEMENTS.some((statement) => statement.test(line));

/** Whether lines are code as a whole: one of them surely is, and none ends like a sentence. */
export const areCode = (lines: readonly string[]): boolean =>
  (lines.some((line) => isCodeLine(line.trim())) || QUERY.test(lines.join('\n'))) &&
  !lines.some((line) => SENTENCE_END.test(line.trimEnd()));
