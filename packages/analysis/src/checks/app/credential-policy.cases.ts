import { facts } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'
import type { AppManagementPolicyFacts } from '../rows.ts'

type Restriction = NonNullable<
  NonNullable<AppManagementPolicyFacts['applicationRestrictions']>['passwordCredentials']
>[number]

const restriction = (
  restrictionType: string,
  maxLifetime: string | null,
  changes: Partial<Restriction> = {},
): Restriction => ({
  restrictionType,
  maxLifetime,
  state: 'enabled',
  restrictForAppsCreatedAfterDateTime: '2024-01-01T00:00:00Z',
  ...changes,
})
const noSecrets = restriction('passwordAddition', null)
const shortSecrets = restriction('passwordLifetime', 'P180D')
const shortCertificates = restriction('asymmetricKeyLifetime', 'P365D')

const policy = (
  passwordCredentials: readonly Restriction[] | null,
  keyCredentials: readonly Restriction[] | null = [shortCertificates],
  isEnabled: boolean | null = true,
) =>
  facts({
    appManagementPolicy: {
      isEnabled,
      applicationRestrictions: { passwordCredentials, keyCredentials },
    },
  })

export const cases: readonly CheckCase[] = [
  {
    name: 'all three limits',
    facts: policy([noSecrets, shortSecrets]),
    verdict: 'passed',
    counts: { requirements: 3 },
  },
  {
    name: 'limits in other units, and without a state',
    facts: policy(
      [
        restriction('passwordAddition', null, { state: null }),
        restriction('passwordLifetime', 'PT4320H'),
      ],
      [restriction('asymmetricKeyLifetime', 'P1Y')],
    ),
    verdict: 'passed',
  },
  {
    name: 'a policy that is off',
    facts: policy([noSecrets, shortSecrets], [shortCertificates], false),
    verdict: 'failed',
    objects: ['defaultAppManagementPolicy'],
  },
  {
    name: 'no restrictions',
    facts: policy([], []),
    verdict: 'failed',
    objects: ['passwordAddition', 'passwordLifetime', 'asymmetricKeyLifetime'],
  },
  {
    name: 'a restriction that is off, and a lifetime that is too long',
    facts: policy([
      restriction('passwordAddition', null, { state: 'disabled' }),
      restriction('passwordLifetime', 'P181D'),
    ]),
    verdict: 'failed',
    objects: ['passwordAddition', 'passwordLifetime'],
  },
  {
    name: 'a date in the future exempts every application',
    facts: policy([
      restriction('passwordAddition', null, {
        restrictForAppsCreatedAfterDateTime: '2027-01-01T00:00:00Z',
      }),
      shortSecrets,
    ]),
    verdict: 'failed',
    objects: ['passwordAddition'],
  },
  {
    name: 'a lifetime that cannot be read',
    facts: policy([noSecrets, restriction('passwordLifetime', 'half a year')]),
    verdict: 'notRead',
  },
  { name: 'restrictions that are null', facts: policy(null), verdict: 'notRead' },
  {
    name: 'a state that is null',
    facts: policy([noSecrets, shortSecrets], [shortCertificates], null),
    verdict: 'notRead',
  },
  {
    name: 'without permission',
    facts: facts({ appManagementPolicy: 'noPermission' }),
    verdict: 'noPermission',
  },
]
