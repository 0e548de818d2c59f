/** One thing that may be asked of the simulator itself. */
export interface ControlHint {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  /** Shown on the page. */
  readonly what: string
  /** An example of what to send. */
  readonly body?: string
}

/** A plain page that lists what can be asked of the simulator. */
export function controlPage(hints: readonly ControlHint[], faultNames: readonly string[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Simulated Microsoft</title>
<style>body { font-family: sans-serif; margin: 2rem } td { padding: 0.25rem 1rem 0.25rem 0; vertical-align: top }</style>
</head>
<body>
<h1>Simulated Microsoft</h1>
<table>
${hints.map(rowOf).join('\n')}
</table>
<h2>Faults</h2>
<p>${faultNames.join(', ')}</p>
</body>
</html>
`
}

function rowOf({ method, path, what, body = '' }: ControlHint): string {
  const address = method === 'GET' ? `<a href="${path}">${path}</a>` : path
  return `<tr><td>${method}</td><td>${address}</td><td>${what}</td><td><code>${body}</code></td></tr>`
}
