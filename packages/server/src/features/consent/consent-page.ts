import type { ConsentMessage } from '@tenantscope/contract/consent'

import type { RefusalNote } from '../../lib/refusal-note.ts'
import type { Outcome } from './consent-callback.rules.ts'
import { PROPAGATING_TEXT, RECEIVED_TEXT, refusalTextFor, SUCCEEDED_TEXT } from './consent-texts.ts'
import type { Text } from './consent-texts.ts'

const TYPES = {
  success: 'ADMIN_CONSENT_SUCCESS',
  pending: 'ADMIN_CONSENT_PENDING',
  problem: 'ADMIN_CONSENT_FAILED',
} as const satisfies Record<Exclude<Outcome['result'], 'received'>, ConsentMessage['type']>

const COLORS = {
  success: '#0e700e',
  pending: '#02717a',
  received: '#02717a',
  problem: '#b10e1c',
} as const
const COLORS_IN_THE_DARK = {
  success: '#9fd89f',
  pending: '#78c3c9',
  received: '#78c3c9',
  problem: '#eeacb2',
} as const
/** Shapes that do not depend on color: a tick, a clock, a cross. */
const SIGNS = {
  success: 'm7 12.5 3.5 3.5 6.5-7.5',
  pending: 'M12 7v5l3 2',
  received: 'M12 7v5l3 2',
  problem: 'm8 8 8 8m0-8-8 8',
} as const

/**
 * Returns the page that Microsoft redirects to after the consent; its script notifies the opener.
 * It contains only fixed texts and validated ids, whatever its address says. `note`: Microsoft's words from a
 * sealed cookie, shown for a code that is not in the table of codes.
 */
export function consentPage(outcome: Outcome, nonce: string, note: RefusalNote | null): string {
  const { result } = outcome
  const text = textOf(outcome, note)
  const [title, message, next] = [text.title, text.message, text.next].map(escaped)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${title} – Tenantscope</title>
<style nonce="${nonce}">${styleOf(result)}</style>
</head>
<body>
<main>
<p class="brand">${MARK}Tenantscope</p>
<svg class="sign" width="40" height="40" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="10"/><path d="${SIGNS[result]}"/></svg>
<h1>${title}</h1>
<p>${message}</p>
${outcome.code === null ? '' : `<p>Microsoft’s code: ${outcome.code}</p>\n`}<p>${next}</p>
</main>
<script nonce="${nonce}">${scriptOf(outcome, note)}</script>
</body>
</html>
`
}

function textOf({ result, problem, code }: Outcome, note: RefusalNote | null): Text {
  if (result === 'success') return SUCCEEDED_TEXT
  if (result === 'received') return RECEIVED_TEXT
  if (problem === null) return PROPAGATING_TEXT
  const said = note?.microsoftCode === code ? note : null
  const nothing = { microsoftCode: code, words: null, requestId: null }
  return refusalTextFor(problem, said ?? nothing)
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

const escaped = (text: string): string => text.replaceAll(/[&<>]/gu, (each) => ENTITIES[each] ?? '')

/** Null for an invitation, which no window of ours opened. */
function messageOf(outcome: Outcome, note: RefusalNote | null): ConsentMessage | null {
  const { result, problem, tenantId, consentId } = outcome
  if (result === 'received') return null
  const message = problem === null ? null : textOf(outcome, note).message
  return { type: TYPES[result], tenantId, consentId, problem, message }
}

const CLOSES_AFTER_MS = 1_500

/** Microsoft's pages may disconnect the popup from its opener; the channel still works. */
function scriptOf(outcome: Outcome, note: RefusalNote | null): string {
  const sent = messageOf(outcome, note)
  if (sent === null) return ''
  // '<' would allow a text to end the script.
  const message = JSON.stringify(sent).replaceAll('<', String.raw`\u003c`)
  const close =
    outcome.result === 'success'
      ? `\nif (opener) setTimeout(() => window.close(), ${CLOSES_AFTER_MS})`
      : ''
  return `
const message = ${message}
const { opener } = window
opener?.postMessage(message, location.origin)
new BroadcastChannel('tenantscope-consent').postMessage(message)${close}
`
}

const MARK = `<svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true"><rect width="24" height="24" rx="6" fill="#02717a"/><rect x="5" y="5" width="6" height="6" rx="1.5" fill="#fff"/><g fill="#fff" fill-opacity=".62"><rect x="13" y="5" width="6" height="6" rx="1.5"/><rect x="5" y="13" width="6" height="6" rx="1.5"/></g><g fill="none" stroke="#fff" stroke-width="1.6"><circle cx="15.7" cy="15.7" r="2.6"/><path d="m17.7 17.7 2 2" stroke-linecap="round"/></g></svg>`

const styleOf = (result: Outcome['result']): string => `
:root { color-scheme: light dark; --back: #f5f5f5; --card: #fff; --text: #242424; --sign: ${COLORS[result]}; }
@media (prefers-color-scheme: dark) { :root { --back: #1f1f1f; --card: #292929; --text: #fff;
  --sign: ${COLORS_IN_THE_DARK[result]}; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px 16px;
  background: var(--back); color: var(--text);
  font: 16px/1.5 "Segoe UI Variable Text", "Segoe UI", system-ui, sans-serif; }
main { width: 100%; max-width: 480px; padding: 32px 24px; border-radius: 8px;
  background: var(--card); box-shadow: 0 2px 12px rgb(0 0 0 / 15%); }
h1 { margin: 8px 0; font-size: 24px; line-height: 1.25; }
p { margin: 8px 0; overflow-wrap: anywhere; }
.brand { display: flex; align-items: center; gap: 8px; margin: 0 0 24px; font-weight: 600; }
.sign { fill: none; stroke: var(--sign); stroke-width: 1.8; stroke-linecap: round;
  stroke-linejoin: round; }
`
