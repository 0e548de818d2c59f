import type { ConnectionRefusal, ConnectionRefusalCause } from '@tenantscope/contract/azure'

type Refusal = Pick<ConnectionRefusal, 'cause' | 'credentialKind'>

/** A refusal of the connection for display, in full sentences without a time. */
export interface RefusalText {
  readonly title: string
  readonly consequence: string
  /** The one action that resolves it, for administrators of Tenantscope. */
  readonly action: string
}

/** Returns what Microsoft refuses, what cannot be read meanwhile, and how an administrator resolves it. */
export function refusalTextOf({ cause, credentialKind }: Refusal): RefusalText {
  if (cause === 'credentialWrong') return { ...WRONG[credentialKind], consequence: NOTHING_IS_READ }
  return TEXTS[cause]
}

/** True when Microsoft does not accept the application at all, so that no directory can be read. */
export function isConnectionDown({ cause }: Pick<Refusal, 'cause'>): boolean {
  return cause !== 'consentMissing'
}

const NOTHING_IS_READ = 'No tenant can be read until this is resolved.'
const OWN_IS_NOT_READ =
  'Your own directory and the list of customers cannot be read until this is resolved.'

const WRONG: Readonly<Record<Refusal['credentialKind'], Omit<RefusalText, 'consequence'>>> = {
  secret: {
    title: 'Microsoft refuses the client secret: it is wrong or was removed.',
    action:
      'Create a client secret in the app registration and save its value under Azure Configuration.',
  },
  certificate: {
    title:
      'Microsoft refuses the certificate: it is not registered on the application, or it has expired.',
    action:
      'Upload a valid certificate to the app registration and save it with its key under Azure Configuration.',
  },
  federated: {
    title:
      'Microsoft refuses the federated token: it does not match the federated credential of the application.',
    action: 'Correct the federated credential of the app registration in Azure Portal.',
  },
}

const TEXTS: Readonly<Record<Exclude<ConnectionRefusalCause, 'credentialWrong'>, RefusalText>> = {
  credentialExpired: {
    title: 'Microsoft refuses the client secret: it has expired.',
    consequence: NOTHING_IS_READ,
    action:
      'Create a client secret in the app registration and save its value under Azure Configuration.',
  },
  applicationNotFound: {
    title: 'Microsoft does not find the application: it was removed, or its ID is wrong.',
    consequence: NOTHING_IS_READ,
    action:
      'Compare the client ID, tenant ID and cloud under Azure Configuration with the app registration.',
  },
  directoryNotFound: {
    title: 'Microsoft does not find your directory: it was deleted, or its ID is wrong.',
    consequence: NOTHING_IS_READ,
    action: 'Compare the tenant ID and cloud under Azure Configuration with your directory.',
  },
  applicationDisabled: {
    title: 'Microsoft refuses the application: it is disabled in your directory.',
    consequence: NOTHING_IS_READ,
    action:
      'Enable it in Microsoft Entra ID under Enterprise applications, then refresh its permission status under Azure Configuration.',
  },
  applicationBlocked: {
    title: 'Microsoft refuses the application: Conditional Access of your directory blocks it.',
    consequence: OWN_IS_NOT_READ,
    action:
      'Allow it in Conditional Access, then refresh its permission status under Azure Configuration.',
  },
  consentMissing: {
    title: 'Admin consent for your own directory is missing.',
    consequence: OWN_IS_NOT_READ,
    action: 'Grant admin consent under Azure Configuration.',
  },
}
