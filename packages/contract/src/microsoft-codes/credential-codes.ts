import type { MicrosoftCodes } from './microsoft-code.ts'

const NEW_SECRET =
  'create a client secret in the app registration and save its value under Azure Configuration'
const NEW_CERTIFICATE =
  'upload a valid certificate to the app registration and save it with its key under Azure Configuration'
const FEDERATION =
  'compare issuer, subject and audience of the federated credential in the app registration with the token of the workload'

const CREDENTIAL = {
  places: ['token', 'signIn'],
  actor: 'mspAdministrator',
  failure: 'INVALID_CLIENT_SECRET',
  retry: 'schedule',
  field: 'credential',
} as const satisfies Partial<MicrosoftCodes>

/** The client secret, the certificate or the federated token of the application. */
export const CREDENTIAL_CODES: readonly MicrosoftCodes[] = [
  {
    ...CREDENTIAL,
    codes: [7_000_215],
    cause: 'The client secret is wrong, or its ID was entered in place of its value.',
    step: NEW_SECRET,
  },
  {
    ...CREDENTIAL,
    codes: [70_002],
    cause: 'The client secret is wrong.',
    step: NEW_SECRET,
    // Older answers name the specific code beside it.
    isGeneric: true,
  },
  {
    ...CREDENTIAL,
    codes: [7_000_222],
    cause: 'The client secret has expired.',
    step: NEW_SECRET,
    refusal: 'credentialExpired',
  },
  {
    ...CREDENTIAL,
    codes: [7_000_218, 7_000_216],
    cause: 'No client secret or certificate was sent.',
    step: 'save a client secret or a certificate under Azure Configuration',
  },
  {
    ...CREDENTIAL,
    codes: [700_025],
    cause: 'The app registration is a public client, which may not use a secret or a certificate.',
    step: 'move the redirect URIs of the app registration to the platform Web',
  },
  {
    ...CREDENTIAL,
    codes: [700_027],
    cause:
      'The certificate is not registered on the application, has expired, or its signature is wrong.',
    step: NEW_CERTIFICATE,
  },
  {
    ...CREDENTIAL,
    codes: [1_000_502],
    cause: 'The certificate has expired or is not valid yet.',
    step: NEW_CERTIFICATE,
  },
  {
    ...CREDENTIAL,
    codes: [7_000_214],
    cause: 'The certificate was revoked.',
    step: NEW_CERTIFICATE,
  },
  {
    ...CREDENTIAL,
    codes: [700_030],
    cause: 'The subject name of the certificate is not allowed for this application.',
    step: NEW_CERTIFICATE,
  },
  {
    ...CREDENTIAL,
    codes: [50_012],
    cause: 'Microsoft does not accept the certificate or the signature of the application.',
    step: NEW_CERTIFICATE,
    isGeneric: true,
  },
  {
    ...CREDENTIAL,
    codes: [700_024, 500_133],
    cause: 'The signed assertion has expired or is not valid yet.',
    step: 'synchronize the clock of the server with a time server',
  },
  {
    ...CREDENTIAL,
    codes: [700_021, 700_023, 50_048],
    cause: 'The signed assertion is for another application or another directory.',
    step: 'compare the client ID, tenant ID and cloud under Azure Configuration with the app registration',
  },
  {
    ...CREDENTIAL,
    codes: [50_027, 900_384, 50_013, 5_002_738],
    cause: 'Microsoft cannot read or verify the signed assertion of the application.',
    step: 'save the certificate or the federated credential again under Azure Configuration',
  },
  {
    ...CREDENTIAL,
    codes: [70_021],
    cause: 'No federated credential of the application matches the federated token.',
    step: FEDERATION,
  },
  {
    ...CREDENTIAL,
    codes: [700_211],
    cause: 'No federated credential of the application matches the issuer of the federated token.',
    step: FEDERATION,
  },
  {
    ...CREDENTIAL,
    codes: [700_212],
    cause:
      'No federated credential of the application matches the audience of the federated token.',
    step: FEDERATION,
  },
  {
    ...CREDENTIAL,
    codes: [700_213, 7_002_131],
    cause: 'No federated credential of the application matches the subject of the federated token.',
    step: FEDERATION,
  },
  {
    ...CREDENTIAL,
    codes: [700_222, 700_229],
    cause: 'Microsoft does not accept this kind of token as a federated credential.',
    step: 'use a token of the identity provider that runs the workload',
  },
]
