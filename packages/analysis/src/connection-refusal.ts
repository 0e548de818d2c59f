import type { ConnectionRefusal, ConnectionRefusalCause } from '@tenantscope/contract/azure'
import type { MicrosoftWords } from '@tenantscope/contract/microsoft-codes'

import { refusalAdviceOf, unknownRefusalText } from './microsoft-refusal.ts'
import { OWN_DIRECTORY_CAUSES } from './refusal-reach.ts'

type Refusal = Pick<ConnectionRefusal, 'cause' | 'credentialKind' | 'microsoftCode'> &
  Pick<MicrosoftWords, 'words' | 'requestId'>

/** Returns what Microsoft refuses, what cannot be read meanwhile, and how an administrator resolves it. */
export function refusalTextOf(
  refusal: Refusal,
): Pick<ConnectionRefusal, 'title' | 'consequence' | 'action'> {
  const advice = adviceOf(refusal)
  const consequence = OWN_DIRECTORY_CAUSES.has(refusal.cause) ? OWN_IS_NOT_READ : NOTHING_IS_READ
  return {
    title: advice === null ? TITLE : `${TITLE} ${advice.cause}`,
    consequence,
    action: advice?.step ?? unknownRefusalText(refusal),
  }
}

/** True while the first step of the setup is open: consent of the own directory is a later step. */
export function isConnectionDown({ cause }: Pick<Refusal, 'cause'>): boolean {
  return cause !== 'consentMissing'
}

const TITLE = 'Microsoft refuses the connection.'
const NOTHING_IS_READ = 'No tenant can be read until this is resolved.'
const OWN_IS_NOT_READ =
  'Your own directory and the list of customers cannot be read until this is resolved.'

/** A refusal without a code of Microsoft, such as a token without permissions, reads as this code. */
const CODE_OF_CAUSE: Readonly<Partial<Record<ConnectionRefusalCause, string>>> = {
  credentialExpired: 'AADSTS7000222',
  applicationNotFound: 'AADSTS700016',
  directoryNotFound: 'AADSTS90002',
  applicationDisabled: 'AADSTS7000112',
  applicationBlocked: 'AADSTS53003',
  consentMissing: 'AADSTS65001',
}
const CODE_OF_CREDENTIAL: Readonly<Record<Refusal['credentialKind'], string>> = {
  secret: 'AADSTS7000215',
  certificate: 'AADSTS700027',
  federated: 'AADSTS70021',
}

function adviceOf({ cause, credentialKind, microsoftCode }: Refusal) {
  const own = { place: 'token', isOwn: true } as const
  const nearest =
    cause === 'credentialWrong'
      ? CODE_OF_CREDENTIAL[credentialKind]
      : (CODE_OF_CAUSE[cause] ?? null)
  return refusalAdviceOf(microsoftCode, own) ?? refusalAdviceOf(nearest, own)
}
