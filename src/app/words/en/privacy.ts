/** Words on the requests that left this machine, and how to check them. */
export const privacy = {
  outside: 'Outside requests',
  about:
    'Requests that left this machine since you opened this page. Only a model download, a model server beyond this machine or an index on another site can raise the count. The first and the last send nothing of yours. A server beyond this machine receives your questions and passages; the top of the page names it. Requests to a server on this machine are listed below but not counted.',
  table: 'Requests to other sites',
  host: 'Host',
  purpose: 'For',
  requests: 'Requests',
  time: 'When',
  refused: 'blocked, nothing was sent',
  download: 'model files',
  machine: 'the model server on this machine',
  server: 'the model server you allowed: questions and passages',
  page: 'asked by the page itself',
  check: 'Check it yourself:',
  checks: [
    'Open your browser’s developer tools, choose Network, and use Burrow: every request goes to this site, except model files you download, the model server you connect and an index you open elsewhere.',
    'Go offline and reload. Everything still works.',
    'In the developer tools, look at the response headers of the page and of each worker script: the content security policy blocks connections to other sites. Only the download worker may reach the model hosts, and not in sealed mode. Only the model-server worker may reach this machine and the hosts you allowed under Models. Only the address worker may read from the hosts listed here.',
  ],
};
