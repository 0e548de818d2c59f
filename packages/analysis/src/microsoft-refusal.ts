import { adviceFor, codesRowOf } from '@tenantscope/contract/microsoft-codes'
import type { CodeAdvice, CodePlace, MicrosoftWords } from '@tenantscope/contract/microsoft-codes'
import type { RefusalAdvice } from '@tenantscope/contract/microsoft-refusal'

interface Where {
  readonly place: CodePlace
  /** True for the own directory. */
  readonly isOwn: boolean
  /** True when staff of the service provider read the refusal of another person's consent. */
  readonly isForStaff?: boolean
}

/** Returns cause and step of a code of the table; null for any other code. */
export function refusalAdviceOf(microsoftCode: string | null, where: Where): RefusalAdvice | null {
  const row = codesRowOf(microsoftCode)
  if (row === undefined || !row.places.includes(where.place)) return null
  const advice = adviceFor(row, where.place, where)
  const asked = where.isForStaff === true ? ASKED.token : ASKED[where.place]
  return { actor: advice.actor, cause: advice.cause, step: stepFor(advice, where.place, asked) }
}

type Asked = Readonly<Partial<Record<CodeAdvice['actor'], string>>>

/** How the reader of a place asks others to act. */
const ASKED: Readonly<Record<CodePlace, Asked>> = {
  token: { customerAdministrator: 'Ask a Global Administrator of this tenant to ' },
  signIn: { mspAdministrator: 'Ask your Tenantscope administrator to ' },
  consent: { mspAdministrator: 'Ask the organization that runs Tenantscope to ' },
}

function stepFor({ actor, step }: CodeAdvice, place: CodePlace, asked: Asked): string {
  if (place === 'token' && actor === 'microsoft')
    return 'No action is required: the next scheduled refresh tries again.'
  const ask = asked[actor]
  return ask === undefined ? `${capitalized(step)}.` : `${ask}${step}.`
}

const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** Returns the text for a code that is not in the table: Microsoft's words, the code and the request ID. */
export function unknownRefusalText({ microsoftCode, words, requestId }: MicrosoftWords): string {
  const said = words === null ? 'gave no reason' : `says: “${words}”`
  const ids = [microsoftCode, requestId === null ? null : `request ${requestId}`]
    .filter((id) => id !== null)
    .join(', ')
  const number = microsoftCode?.slice('AADSTS'.length)
  const explained =
    number === undefined
      ? ''
      : ` Microsoft explains the code at https://login.microsoftonline.com/error?code=${number}`
  return `Microsoft ${said}${ids === '' ? '' : ` (${ids})`}.${explained}`
}
