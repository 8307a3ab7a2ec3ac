import { message, type Message } from './message';

/** The counterpart of a GraphRAG parameter in Burrow: a setting of a step or a mode, a prompt, another place, or none and why not. */
export type Counterpart =
  | { readonly kind: 'setting'; readonly group: string; readonly name: string }
  | { readonly kind: 'prompt'; readonly name: string }
  | { readonly kind: 'place'; readonly words: string }
  | { readonly kind: 'none'; readonly why: string };

/**
 * A parameter of GraphRAG 3 with its default, by the name in its settings file. A name that ends in `.*` stands for all below it, one with a colon for
 * a value of a list.
 */
interface GraphragParameter {
  readonly name: string;
  /** Default in GraphRAG; in words where it is no plain value. */
  readonly default: Message;
  readonly counterpart: Counterpart;
}

/** Parameters of one step or mode of GraphRAG. */
interface GraphragSection {
  readonly title: string;
  readonly parameters: readonly GraphragParameter[];
}

type Row = readonly [name: string, standard: Message, counterpart: Counterpart];

const section = (title: string, ...rows: readonly Row[]): GraphragSection => ({
  title,
  parameters: rows.map(([name, standard, counterpart]) => ({ name, default: standard, counterpart })),
});
const set = (group: string, name: string): Counterpart => ({ kind: 'setting', group, name });
const prompt = (name: string): Counterpart => ({ kind: 'prompt', name });
const place = (words: string): Counterpart => ({ kind: 'place', words });
const none = (why: string): Counterpart => ({ kind: 'none', why });

const MODELS = place('Settings, Models: each use has a model of its own.');
const OWN_PROMPT = message`GraphRAG’s prompt`;
const LANES = none('As many calls run at the same time as the chosen model or server takes.');
const HERE = none('Collections lie in the storage of this browser.');
const CACHED = none('Replies are kept by their prompt and model, not by the name of a step.');
const AZURE = none('Only Azure needs it.');
const VECTORS = none('Vectors lie in files of this browser and are searched exactly.');
const WINDOW = none('Follows from the window of the model.');

/** Every setting of GraphRAG 3 and every parameter of its queries, with its counterpart. */
export const GRAPHRAG_PARAMETERS: readonly GraphragSection[] = [
  section(
    'Models and their servers',
    ['completion_models.*.model', 'gpt-4.1', MODELS],
    ['completion_models.*.model_provider', 'openai', MODELS],
    [
      'completion_models.*.type',
      'litellm',
      none('A model runs in this tab, on a model server, or in the browser itself.'),
    ],
    [
      'completion_models.*.call_args',
      message`none`,
      none('Temperature and length of replies are settings of what uses them.'),
    ],
    ['completion_models.*.api_base', message`none`, place('Settings, Models: the address of the model server.')],
    ['completion_models.*.api_key', message`none`, place('Settings, Models: the key of the model server.')],
    ['completion_models.*.auth_method', 'api_key', none('A model server asks for a key or for none.')],
    ['completion_models.*.api_version', message`none`, AZURE],
    ['completion_models.*.azure_deployment_name', message`none`, AZURE],
    [
      'completion_models.*.retry.*',
      message`off`,
      none('A model that cannot be reached is always asked again, after growing pauses.'),
    ],
    ['completion_models.*.rate_limit.*', message`off`, LANES],
    ['completion_models.*.metrics.*', message`on`, none('Calls and tokens are always counted and shown.')],
    ['completion_models.*.mock_responses', message`none`, none('Only tests of GraphRAG need it.')],
    ['embedding_models.*', 'text-embedding-3-large', MODELS],
    ['concurrent_requests', '25', LANES],
    ['async_mode', 'threaded', none('A browser waits for replies in one way.')],
  ),
  section(
    'Storage and runs',
    ['output_storage.*', 'file', HERE],
    ['update_output_storage.*', 'file', none('Changes update the collection itself.')],
    ['table_provider.*', 'parquet', none('Tables lie as Parquet in the storage of this browser.')],
    ['cache.*', 'json', none('Replies of models are always kept in this browser, until their documents are deleted.')],
    ['reporting.*', 'file', none('Progress and failures are shown on the screen.')],
    ['workflows', message`none`, place('Settings, Indexing: optional steps are switched on and off there.')],
    ['snapshots.graphml', 'false', place('Export as… writes GraphML at any time.')],
    ['snapshots.raw_graph', 'false', place('Export as…, GraphRAG tables: snapshots of each step.')],
    ['snapshots.embeddings', 'false', place('Export as…, GraphRAG tables: snapshots of each step.')],
  ),
  section(
    'Reading documents',
    ['input.type', 'text', none('The kind of each file is found by its content.')],
    ['input_storage.*', 'file', none('You choose the files yourself.')],
    ['input.encoding', 'utf-8', none('Found for each file by its content.')],
    ['input.file_pattern', message`by type`, none('You choose the files yourself.')],
    ['input.id_column', message`none`, none('A document is known by the hash of its content.')],
    ['input.title_column', message`none`, none('Columns and fields that hold titles are found by their names.')],
    ['input.text_column', 'text', none('Columns and fields that hold text are found by their names.')],
  ),
  section(
    'Chunking',
    ['chunking.type', 'tokens', set('text units', 'strategy')],
    ['chunking.size', '1200', set('text units', 'size')],
    ['chunking.overlap', '100', set('text units', 'overlap')],
    [
      'chunking.encoding_model',
      'o200k_base',
      none('Tokens are estimated alike for all models, so that passages stay the same when you change the model.'),
    ],
    [
      'chunking.prepend_metadata',
      message`none`,
      none('Title and headings of a passage always go with it, without being part of its text.'),
    ],
  ),
  section(
    'Extraction by a model',
    ['extract_graph.entity_types', 'organization, person, geo, event', set('model reading', 'entity_types')],
    ['extract_graph.max_gleanings', '1', set('model reading', 'gleanings')],
    ['extract_graph.prompt', OWN_PROMPT, prompt('full')],
    ['extract_graph.completion_model_id', 'gpt-4.1', MODELS],
    ['extract_graph.model_instance_name', 'extract_graph', CACHED],
  ),
  section(
    'Extraction without a model',
    ['extract_graph_nlp.normalize_edge_weights', 'true', set('graph', 'weighting')],
    [
      'extract_graph_nlp.text_analyzer.extractor_type',
      'regex_english',
      none('Each language has the finder of names that suits it.'),
    ],
    [
      'extract_graph_nlp.text_analyzer.model_name',
      'en_core_web_md',
      none('No spaCy runs in a browser; names in English are found by wink-nlp.'),
    ],
    [
      'extract_graph_nlp.text_analyzer.max_word_length',
      '15',
      none('Compounds of other languages are longer; recurrence decides instead.'),
    ],
    ['extract_graph_nlp.text_analyzer.word_delimiter', message`space`, none('Follows from the language.')],
    [
      'extract_graph_nlp.text_analyzer.include_named_entities',
      'true',
      none('Names are always taken; how often they must recur is set under Entities and relationships.'),
    ],
    [
      'extract_graph_nlp.text_analyzer.exclude_nouns',
      message`15 words`,
      none(
        'A list of words would suit one language; nouns that stand nearly everywhere are left out by their share of passages.',
      ),
    ],
    ['extract_graph_nlp.text_analyzer.exclude_entity_tags', 'DATE', none('Dates are never taken for entities.')],
    ['extract_graph_nlp.text_analyzer.exclude_pos_tags', 'DET, PRON, INTJ, X', none('Follows from the language.')],
    ['extract_graph_nlp.text_analyzer.noun_phrase_tags', 'PROPN, NOUNS', none('Follows from the language.')],
    [
      'extract_graph_nlp.text_analyzer.noun_phrase_grammars',
      message`pairs of tags`,
      none('Follows from the language.'),
    ],
    ['extract_graph_nlp.concurrent_requests', '25', none('Names are found in a worker of their own.')],
    ['extract_graph_nlp.async_mode', 'threaded', none('Names are found in a worker of their own.')],
    ['prune_graph.min_node_freq', '2', set('graph', 'min_node_freq')],
    ['prune_graph.max_node_freq_std', message`none`, set('graph', 'max_node_freq_std')],
    ['prune_graph.min_node_degree', '1', set('graph', 'min_node_degree')],
    ['prune_graph.max_node_degree_std', message`none`, set('graph', 'max_node_degree_std')],
    ['prune_graph.min_edge_weight_pct', '40', set('graph', 'min_edge_weight_pct')],
    ['prune_graph.remove_ego_nodes', 'true', set('graph', 'remove_ego_nodes')],
    ['prune_graph.lcc_only', 'false', set('graph', 'lcc_only')],
  ),
  section(
    'Summaries of descriptions',
    ['summarize_descriptions.max_length', '500', set('model descriptions', 'max_words')],
    ['summarize_descriptions.max_input_tokens', '4000', set('model descriptions', 'max_input_tokens')],
    ['summarize_descriptions.prompt', OWN_PROMPT, prompt('description')],
    ['summarize_descriptions.completion_model_id', 'gpt-4.1', MODELS],
    ['summarize_descriptions.model_instance_name', 'summarize_descriptions', CACHED],
  ),
  section(
    'Claims',
    ['extract_claims.enabled', 'false', set('model reading', 'claims')],
    ['extract_claims.description', message`claims or facts of interest`, set('model reading', 'claims_about')],
    ['extract_claims.max_gleanings', '1', set('model reading', 'gleanings')],
    ['extract_claims.prompt', OWN_PROMPT, prompt('claims')],
    ['extract_claims.completion_model_id', 'gpt-4.1', MODELS],
    ['extract_claims.model_instance_name', 'extract_claims', CACHED],
  ),
  section(
    'Communities',
    ['cluster_graph.max_cluster_size', '10', set('communities', 'max_cluster_size')],
    ['cluster_graph.use_lcc', 'true', set('communities', 'use_lcc')],
    ['cluster_graph.seed', '3735928559', set('communities', 'seed')],
  ),
  section(
    'Community reports',
    ['community_reports.max_length', '2000', set('model reports', 'max_words')],
    ['community_reports.max_input_length', '8000', set('model reports', 'max_input_tokens')],
    ['community_reports.graph_prompt', OWN_PROMPT, prompt('report')],
    [
      'community_reports.text_prompt',
      OWN_PROMPT,
      none('Reports without a model are sentences of the documents; those by a model have one prompt.'),
    ],
    ['community_reports.completion_model_id', 'gpt-4.1', MODELS],
    ['community_reports.model_instance_name', 'community_reporting', CACHED],
  ),
  section(
    'Embeddings',
    ['embed_text.names: text_unit_text', message`on`, set('embeddings', 'text_unit_text')],
    ['embed_text.names: entity_description', message`on`, set('embeddings', 'entity_description')],
    ['embed_text.names: community_full_content', message`on`, set('embeddings', 'community_full_content')],
    ['embed_text.names: entity_title', message`off`, set('embeddings', 'entity_title')],
    ['embed_text.names: community_title', message`off`, set('embeddings', 'community_title')],
    ['embed_text.names: community_summary', message`off`, set('embeddings', 'community_summary')],
    ['embed_text.names: relationship_description', message`off`, set('embeddings', 'relationship_description')],
    ['embed_text.names: document_text', message`off`, none('No search looks at them.')],
    ['embed_text.batch_size', '16', none('Fitted to the memory and the speed of this machine as it goes.')],
    ['embed_text.batch_max_tokens', '8191', WINDOW],
    ['embed_text.embedding_model_id', 'text-embedding-3-large', MODELS],
    ['embed_text.model_instance_name', 'text_embedding', CACHED],
    ['vector_store.vector_size', '3072', none('Follows from the embedding model.')],
    ['vector_store.type', 'lancedb', VECTORS],
    ['vector_store.db_uri', 'output/lancedb', VECTORS],
    ['vector_store.url', message`none`, VECTORS],
    ['vector_store.api_key', message`none`, VECTORS],
    ['vector_store.audience', message`none`, VECTORS],
    ['vector_store.connection_string', message`none`, VECTORS],
    ['vector_store.database_name', message`none`, VECTORS],
    ['vector_store.index_schema.*', message`none`, VECTORS],
  ),
  section(
    'All queries',
    ['community_level', '2', set('local', 'level')],
    ['response_type', 'Multiple Paragraphs', set('answers', 'response_type')],
    ['temperature', '0', set('answers', 'temperature')],
    ['max_tokens', message`none`, set('answers', 'reply_tokens')],
    ['top_p', '1', none('The temperature varies replies; not every model takes both.')],
    ['n', '1', none('One answer is written.')],
    ['streaming', message`off`, none('Answers always come as they are written.')],
  ),
  section(
    'Local',
    ['local_search.text_unit_prop', '0.5', set('local', 'sources_share')],
    ['local_search.community_prop', '0.15', set('local', 'reports_share')],
    ['local_search.top_k_entities', '10', set('local', 'entities')],
    ['local_search.top_k_relationships', '10', set('local', 'relationships')],
    ['local_search.max_context_tokens', '12000', set('answers', 'max_input_tokens')],
    ['local_search.conversation_history_max_turns', '5', set('answers', 'history_turns')],
    ['local_search.prompt', OWN_PROMPT, prompt('local-answer')],
    ['local_search.completion_model_id', 'gpt-4.1', MODELS],
    ['local_search.embedding_model_id', 'text-embedding-3-large', MODELS],
    [
      'conversation_history_user_turns_only',
      'true',
      none('Answers are shown with their questions, so that “it” and “there” are understood.'),
    ],
    ['include_entity_names', message`none`, set('local', 'include')],
    ['exclude_entity_names', message`none`, set('local', 'exclude')],
    ['oversample_scaler', '2', set('local', 'oversampling')],
    ['include_entity_rank', 'true', set('local', 'entity_rank')],
    [
      'rank_description',
      'number of relationships',
      none('The heading of that column; the answer does not depend on it.'),
    ],
    ['include_relationship_weight', 'true', set('local', 'relationship_weight')],
    ['relationship_ranking_attribute', 'rank', set('local', 'ranking')],
    ['include_community_rank', 'false', set('local', 'report_rank')],
    ['use_community_summary', 'false', set('local', 'content')],
    ['min_community_rank', '0', set('local', 'min_rank')],
    ['column_delimiter', '|', none('Prompts and parsers rely on it.')],
    ['return_candidate_context', 'false', none('What found no room always stands in the trace.')],
  ),
  section(
    'Global',
    ['community_level', '2', set('global', 'level')],
    ['global_search.max_context_tokens', '12000', set('answers', 'max_input_tokens')],
    ['global_search.data_max_tokens', '12000', WINDOW],
    ['global_search.map_max_length', '1000', set('global', 'map_words')],
    ['global_search.reduce_max_length', '2000', set('global', 'reduce_words')],
    ['global_search.map_prompt', OWN_PROMPT, prompt('global-map')],
    ['global_search.reduce_prompt', OWN_PROMPT, prompt('global-reduce')],
    [
      'global_search.knowledge_prompt',
      OWN_PROMPT,
      place('Fixed wording, switched on by “Let the model add its own knowledge”.'),
    ],
    ['global_search.completion_model_id', 'gpt-4.1', MODELS],
    ['allow_general_knowledge', 'false', set('answers', 'general_knowledge')],
    ['map temperature', '0', set('global', 'map_temperature')],
    ['use_community_summary', 'false', set('global', 'content')],
    ['include_community_rank', 'true', set('global', 'report_rank')],
    ['min_community_rank', '0', set('global', 'min_rank')],
    ['include_community_weight', 'true', set('global', 'report_weight')],
    [
      'community_weight_name',
      'occurrence weight',
      none('The heading of that column; the answer does not depend on it.'),
    ],
    ['normalize_community_weight', 'true', set('global', 'normalise')],
    ['shuffle_data', 'true', set('global', 'shuffle')],
    ['random_state', '86', none('Fixed, so that the same question gets the same batches.')],
    ['json_mode', 'true', none('Each model is held to the form in the way that it can be.')],
    ['concurrent_coroutines', '25', LANES],
  ),
  section(
    'Global with dynamic selection',
    ['dynamic_community_selection', 'false', set('global', 'dynamic')],
    ['global_search.dynamic_search_threshold', '1', set('global', 'least_rating')],
    ['global_search.dynamic_search_keep_parent', 'false', set('global', 'keep_parents')],
    ['global_search.dynamic_search_max_level', '2', set('global', 'level')],
    [
      'global_search.dynamic_search_num_repeats',
      '1',
      none('A rating is the likeliest digit, which stays the same when asked again.'),
    ],
    [
      'global_search.dynamic_search_use_summary',
      'false',
      none('A report is rated by its beginning, which is its summary.'),
    ],
    ['dynamic_search_concurrent_coroutines', '8', LANES],
    ['rate prompt', OWN_PROMPT, prompt('rate-report')],
  ),
  section(
    'DRIFT',
    ['community_level', '2', set('drift', 'level')],
    ['drift_search.drift_k_followups', '20', set('drift', 'follow_ups')],
    ['drift_search.drift_k_followups (reports)', '20', set('drift', 'reports')],
    ['drift_search.primer_folds', '5', set('drift', 'folds')],
    ['drift_search.n_depth', '3', set('drift', 'depth')],
    ['drift_search.local_search_text_unit_prop', '0.9', set('drift', 'sources_share')],
    ['drift_search.local_search_community_prop', '0.1', set('drift', 'reports_share')],
    ['drift_search.local_search_top_k_mapped_entities', '10', set('drift', 'entities')],
    ['drift_search.local_search_top_k_relationships', '10', set('drift', 'relationships')],
    ['drift_search.local_search_max_data_tokens', '12000', set('answers', 'max_input_tokens')],
    ['drift_search.local_search_temperature', '0', set('drift', 'step_temperature')],
    ['drift_search.local_search_top_p', '1', none('The temperature varies replies; not every model takes both.')],
    ['drift_search.local_search_n', '1', none('One answer is written to each question.')],
    ['drift_search.local_search_llm_max_gen_tokens', message`none`, set('drift', 'step_words')],
    ['drift_search.local_search_llm_max_gen_completion_tokens', message`none`, set('drift', 'step_words')],
    ['drift_search.reduce_temperature', '0', set('answers', 'temperature')],
    ['drift_search.reduce_max_tokens', message`none`, set('drift', 'reduce_words')],
    ['drift_search.reduce_max_completion_tokens', message`none`, set('drift', 'reduce_words')],
    ['drift_search.data_max_tokens', '12000', none('GraphRAG does not use it either.')],
    ['drift_search.primer_llm_max_tokens', '12000', none('GraphRAG does not use it either.')],
    ['drift_search.concurrency', '32', LANES],
    ['drift_search.prompt', OWN_PROMPT, prompt('drift-step')],
    ['drift_search.reduce_prompt', OWN_PROMPT, prompt('drift-reduce')],
    ['primer prompt', OWN_PROMPT, prompt('drift-primer')],
    ['hypothetical answer', message`always`, set('drift', 'hypothesis')],
    ['drift_search.completion_model_id', 'gpt-4.1', MODELS],
    ['drift_search.embedding_model_id', 'text-embedding-3-large', MODELS],
  ),
  section(
    'Basic',
    ['basic_search.k', '10', set('basic', 'passages')],
    ['basic_search.max_context_tokens', '12000', set('answers', 'max_input_tokens')],
    ['basic_search.prompt', OWN_PROMPT, prompt('basic-answer')],
    ['basic_search.completion_model_id', 'gpt-4.1', MODELS],
    ['basic_search.embedding_model_id', 'text-embedding-3-large', MODELS],
  ),
  section(
    'Question generation',
    ['question_count', '5', set('answers', 'follow_ups')],
    ['question_history', message`as given`, none('The last five questions of the conversation.')],
    ['context_data', message`none`, none('Always the neighbourhood of the newest question.')],
    ['prompt', OWN_PROMPT, prompt('follow-up-questions')],
  ),
];
