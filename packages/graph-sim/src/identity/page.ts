import { htmlReply, type SimReply } from '../http.ts'

const STYLE = `
:root { color-scheme: light dark; --back: #f3f4f6; --card: #fff; --text: #1b1f24; --soft: #4d5662;
  --line: #767f8c; --accent: #0b5a54; --on-accent: #fff; --hover: #e6f1f0; --notice: #fff4d6;
  --notice-text: #4a3600; }
@media (prefers-color-scheme: dark) { :root { --back: #14171b; --card: #1e2329; --text: #f0f2f5;
  --soft: #b4bcc8; --line: #7d8794; --accent: #7fd1c8; --on-accent: #10201f; --hover: #263238;
  --notice: #3d3212; --notice-text: #ffe9b0; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px 16px;
  background: var(--back); color: var(--text); font: 16px/1.5 system-ui, "Segoe UI", sans-serif; }
main { width: 100%; max-width: 480px; background: var(--card); border-radius: 8px; padding: 24px;
  box-shadow: 0 2px 12px rgb(0 0 0 / 15%); }
h1 { font-size: 24px; line-height: 1.25; margin: 16px 0 4px; }
h2 { font-size: 16px; margin: 24px 0 8px; }
p { margin: 8px 0; color: var(--soft); overflow-wrap: anywhere; }
a { color: var(--accent); }
.notice { margin: 0; padding: 8px 12px; border-radius: 4px; background: var(--notice);
  color: var(--notice-text); font-weight: 600; }
ul { list-style: none; margin: 0; padding: 0; display: grid; gap: 8px; }
label { display: block; font-weight: 600; margin-bottom: 4px; }
input, button { font: inherit; color: inherit; background: transparent;
  border: 1px solid var(--line); border-radius: 6px; padding: 8px 12px; min-height: 44px; }
button { cursor: pointer; }
button:hover { background: var(--hover); }
button.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
:is(a, button, input):focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.person { width: 100%; text-align: start; }
.person strong, .person span, .permission span { display: block; overflow-wrap: anywhere; }
.person span, .permission span { color: var(--soft); font-size: 14px; }
.permission { border-inline-start: 3px solid var(--accent); padding-inline-start: 12px; }
.account { display: flex; gap: 8px; }
.account input { flex: 1; min-width: 0; }
.actions { margin-top: 24px; display: flex; gap: 8px; justify-content: flex-end; }
`

const NOTICE = 'Simulated Microsoft – this is not Microsoft'

/** A complete page around trusted HTML; it works without scripts, and in a popup of 600 pixels. */
export function page(status: number, title: string, content: string): SimReply {
  const reply = htmlReply(
    status,
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – ${NOTICE}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<p class="notice">${NOTICE}</p>
${content}
</main>
</body>
</html>
`,
  )
  return { ...reply, headers: { ...reply.headers, 'cache-control': 'no-store, no-cache' } }
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}
