import { refusalAdviceOf } from '@tenantscope/analysis/microsoft-refusal'
import { MICROSOFT_CODES } from '@tenantscope/contract/microsoft-codes'
import type { CodeActor, CodePlace, CodeRetry } from '@tenantscope/contract/microsoft-codes'

const GENERATED =
  /(<!-- generated from packages\/contract\/src\/microsoft-codes -->\n)[\s\S]*?(<!-- end -->)/

/** Returns microsoft-codes.md with a row for each code, place and text of the table of codes. */
export function withMicrosoftCodes(text: string): string {
  return text.replace(
    GENERATED,
    (_, start: string, end: string) => `${start}\n${tableOfCodes()}\n\n${end}`,
  )
}

interface Situation {
  readonly name: string
  readonly place: CodePlace
  readonly isOwn: boolean
}

const SITUATIONS: readonly Situation[] = [
  { name: 'token of a customer', place: 'token', isOwn: false },
  { name: 'token of the own directory', place: 'token', isOwn: true },
  { name: 'sign-in', place: 'signIn', isOwn: true },
  { name: 'consent', place: 'consent', isOwn: false },
]

const ACTORS: Readonly<Record<CodeActor, string>> = {
  mspAdministrator: 'your administrator',
  customerAdministrator: "the tenant's Global Administrator",
  staffMember: 'the person',
  microsoft: 'Microsoft',
}

const RETRIES: Readonly<Record<CodeRetry, string>> = {
  soon: 'up to 5 times at once, then at each refresh',
  schedule: 'at each refresh',
  daily: 'once a day',
  never: 'by the person',
}

function tableOfCodes(): string {
  const rows = MICROSOFT_CODES.flatMap(({ codes, retry, isUrgent }) =>
    codes.map((code) => ({ code, retry, isUrgent })),
  ).toSorted((a, b) => a.code - b.code)
  return [
    '| code | where | text on the screen | who acts | tried again |\n|---|---|---|---|---|',
    ...rows.flatMap(({ code, retry, isUrgent }) =>
      textsOf(code).map(({ names, text, actor, place }) =>
        [
          `| AADSTS${code}`,
          names.join(', '),
          text,
          ACTORS[actor],
          `${place === 'token' ? RETRIES[retry] : RETRIES.never}${isUrgent === true && place === 'token' ? ', urgent' : ''} |`,
        ].join(' | '),
      ),
    ),
  ].join('\n')
}

/** Returns the texts of a code; situations with the same text share one. */
function textsOf(code: number) {
  const texts = SITUATIONS.flatMap(({ name, place, isOwn }) => {
    const advice = refusalAdviceOf(`AADSTS${code}`, { place, isOwn })
    if (advice === null) return []
    const { cause, step, actor } = advice
    return [{ name, place, actor, text: `${cause} ${step}` }]
  })
  return texts.flatMap((each, index) => {
    const isFirst =
      texts.findIndex(({ text, actor }) => text === each.text && actor === each.actor) === index
    const same = texts.filter(({ text, actor }) => text === each.text && actor === each.actor)
    return isFirst ? [{ ...each, names: same.map(({ name }) => name) }] : []
  })
}
