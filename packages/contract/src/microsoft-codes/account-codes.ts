import type { MicrosoftCodes } from './microsoft-code.ts'

const PERSON = {
  places: ['signIn', 'consent'],
  retry: 'never',
} as const satisfies Partial<MicrosoftCodes>
const BY_PERSON = { ...PERSON, actor: 'staffMember' } as const satisfies Partial<MicrosoftCodes>
/** In the own directory an administrator of the service provider acts, at a consent one of the customer. */
const BY_ADMINISTRATOR = {
  ...PERSON,
  actor: 'mspAdministrator',
  consent: { actor: 'customerAdministrator' },
} as const satisfies Partial<MicrosoftCodes>

const AGAIN = 'sign in again'

/** The account of the person who signs in or grants consent, its sign-in and its device. */
export const ACCOUNT_CODES: readonly MicrosoftCodes[] = [
  {
    ...BY_PERSON,
    codes: [50_020, 50_034, 90_072, 16_000, 16_003, 51_004, 50_014, 500_200, 500_208],
    cause: 'That account belongs to another organization.',
    step: 'sign in with an account of the organization that runs Tenantscope',
    consent: {
      actor: 'customerAdministrator',
      step: 'sign in with an administrator account of the organization',
    },
    isOtherDirectory: true,
  },
  {
    ...BY_ADMINISTRATOR,
    codes: [500_341],
    cause: 'This account was deleted from the directory.',
    step: 'restore the account in Microsoft Entra ID',
  },
  {
    ...BY_ADMINISTRATOR,
    codes: [50_057, 500_571],
    cause: 'This Microsoft account is disabled.',
    step: 'enable the account in Microsoft Entra ID',
  },
  {
    ...BY_ADMINISTRATOR,
    codes: [50_053],
    cause:
      'The account is locked after too many failed sign-ins, or the network address is blocked.',
    step: 'find the reason in the sign-in logs of Microsoft Entra ID and unlock the account',
  },
  {
    ...BY_PERSON,
    codes: [50_126, 50_056, 50_064],
    cause: 'The user name or the password is wrong.',
    step: 'sign in again and check the user name and the password',
  },
  {
    ...BY_PERSON,
    codes: [50_055, 50_144],
    cause: 'The password of the account has expired.',
    step: 'change the password at Microsoft, then sign in again',
  },
  {
    ...BY_PERSON,
    codes: [50_135, 50_125],
    cause: 'Microsoft requires a new password or new security information for the account.',
    step: 'change it at Microsoft, then sign in again',
  },
  {
    ...BY_PERSON,
    codes: [
      120_000, 120_002, 120_003, 120_004, 120_005, 120_008, 120_011, 120_012, 120_013, 120_014,
      120_015, 120_016, 120_018, 120_020, 120_021,
    ],
    cause: 'Microsoft could not change the password of the account.',
    step: 'change the password at Microsoft as its page describes, then sign in again',
  },
  {
    ...BY_PERSON,
    codes: [50_072, 50_079],
    cause: 'The account must register a method of multifactor authentication first.',
    step: 'register a method at https://aka.ms/mfasetup, then sign in again',
  },
  {
    ...BY_PERSON,
    codes: [50_074, 50_076, 50_078, 50_158, 50_161],
    cause: 'Multifactor authentication is required and was not completed.',
    step: 'sign in again and complete the multifactor authentication',
  },
  {
    ...BY_ADMINISTRATOR,
    codes: [53_004, 53_010],
    cause: 'The account may not register multifactor authentication from this place or device.',
    step: 'allow the registration, or issue a Temporary Access Pass for the account',
  },
  {
    ...BY_ADMINISTRATOR,
    codes: [53_011, 530_034],
    cause: 'Microsoft blocks the account because its risk is too high.',
    step: 'investigate the account in Microsoft Entra ID Protection and dismiss its risk',
  },
  {
    ...BY_PERSON,
    codes: [50_088],
    cause: 'Microsoft has reached its limit of calls and text messages for this account.',
    step: 'sign in again in a few minutes, or with another method',
  },
  {
    ...PERSON,
    codes: [50_087, 40_010, 50_166, 70_012, 80_014],
    cause: 'A service that takes part in the sign-in has a temporary fault.',
    actor: 'microsoft',
    step: 'try again in a few minutes',
  },
  {
    ...BY_PERSON,
    codes: [53_000],
    cause: 'Conditional Access requires a compliant device, and this device is not compliant.',
    step: 'sign in from a compliant device',
  },
  {
    ...BY_PERSON,
    codes: [53_001, 50_129],
    cause: 'Conditional Access requires a device that is joined to the organization.',
    step: 'sign in from a device that is joined to the organization',
  },
  {
    ...BY_PERSON,
    codes: [53_002, 50_127],
    cause: 'Conditional Access requires an approved app.',
    step: 'sign in with a browser or an app that the organization approves',
  },
  {
    ...BY_PERSON,
    codes: [50_005],
    cause: 'Conditional Access does not support the platform of this device.',
    step: 'sign in from a device with a supported platform',
  },
  {
    ...BY_PERSON,
    codes: [50_097, 50_155, 50_187, 50_168, 140_000, 140_001],
    cause: 'Microsoft could not authenticate the device.',
    step: 'sign in again from a registered device',
  },
  {
    ...BY_ADMINISTRATOR,
    codes: [135_011, 130_007],
    cause: 'The device is disabled in the directory.',
    step: 'enable the device in Microsoft Entra ID under Devices',
  },
  {
    ...BY_PERSON,
    codes: [130_004, 130_005, 130_006, 130_008, 135_010],
    cause: 'The Windows Hello key of this device is not registered for the account.',
    step: 'sign in with another method, then set up Windows Hello again',
  },
  {
    ...BY_ADMINISTRATOR,
    codes: [50_131, 530_035],
    cause: 'A security policy of the organization blocks this sign-in.',
    step: 'find the policy in the sign-in logs of Microsoft Entra ID and allow the sign-in',
  },
  {
    ...BY_ADMINISTRATOR,
    codes: [50_002, 500_021, 500_022],
    cause: 'The tenant restrictions of this network do not allow the directory.',
    step: 'allow the directory in the tenant restrictions of the network',
  },
  {
    ...BY_ADMINISTRATOR,
    codes: [500_212],
    cause: 'The home organization of the account does not allow access to this directory.',
    step: 'have the outbound cross-tenant access allowed by the home organization of the account',
  },
  {
    ...BY_ADMINISTRATOR,
    codes: [500_213, 90_084],
    cause: 'The directory does not allow this account of another organization.',
    step: 'allow the account in the inbound cross-tenant access settings',
  },
  {
    ...BY_ADMINISTRATOR,
    codes: [50_177, 50_178, 50_170],
    cause: 'A custom control of Conditional Access does not support this account.',
    step: 'exclude the account from the custom control, or require multifactor authentication in its place',
  },
  {
    ...BY_ADMINISTRATOR,
    codes: [50_015, 54_000],
    cause: 'The age group of the account does not allow this sign-in.',
    step: 'correct the age group of the account in Microsoft Entra ID',
  },
  {
    ...BY_ADMINISTRATOR,
    codes: [
      20_001, 20_012, 20_033, 40_008, 40_009, 40_015, 50_008, 5_000_819, 50_107, 90_081, 90_082,
      90_123,
    ],
    cause: 'The federated identity provider of the account refused the sign-in.',
    step: 'check the federation of the domain with its identity provider',
  },
  {
    ...BY_ADMINISTRATOR,
    codes: [80_001, 80_002, 80_005, 80_007, 80_010, 80_013],
    cause: 'The authentication agent of the organization could not check the password.',
    step: 'check the pass-through authentication agents and their connection to Active Directory',
  },
  {
    ...BY_ADMINISTRATOR,
    codes: [80_012],
    cause: 'The account may not sign in at this time of day.',
    step: 'change the logon hours of the account in Active Directory',
  },
  {
    ...BY_PERSON,
    codes: [50_180, 51_006, 51_001, 81_004, 81_005, 81_006, 81_007, 81_009, 81_010, 81_011, 81_012],
    cause: 'Windows single sign-on did not work.',
    step: 'sign in again with the user name and the password',
  },
  {
    ...BY_PERSON,
    codes: [50_017, 50_192, 220_501],
    cause: 'The certificate of the person was not sent, or Microsoft could not verify it.',
    step: 'sign in again with a valid certificate or another method',
  },
  {
    ...BY_PERSON,
    codes: [16_001, 16_002, 160_021, 50_058, 50_136, 50_139, 50_140, 50_143, 50_197, 50_199],
    cause: 'Microsoft could not choose the session of the account.',
    step: AGAIN,
  },
  {
    ...BY_PERSON,
    codes: [50_085, 50_089, 50_132, 50_133, 50_173, 70_043, 700_082, 700_084, 90_086],
    cause: 'The session at Microsoft has expired or was revoked.',
    step: AGAIN,
  },
  {
    ...BY_PERSON,
    codes: [54_005, 70_000, 70_008, 700_005, 501_481, 70_019],
    cause: 'The code of this sign-in has expired or was already used.',
    step: AGAIN,
  },
  {
    ...BY_PERSON,
    codes: [50_086, 90_007, 165_004, 165_900, 700_020, 1_000_000, 1_000_002],
    cause: 'Microsoft could not continue the sign-in.',
    step: 'close the browser window and sign in again',
  },
]
