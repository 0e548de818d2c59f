import { facts, sku } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'

const withRules = (values: Readonly<Record<string, string | null>>) => [
  {
    displayName: 'Password Rule Settings',
    templateId: '5CF42378-d67d-4f36-ba46-e8b86229381d',
    values: Object.entries(values).map(([name, value]) => ({ name, value })),
  },
]
const HYBRID = { onPremisesSyncEnabled: true }
const withMode = (isOn: string | null, mode: string | null, organization: object = HYBRID) =>
  facts({
    organization,
    groupSettings: withRules({
      EnableBannedPasswordCheckOnPremises: isOn,
      BannedPasswordCheckOnPremisesMode: mode,
    }),
  })

export const cases: readonly CheckCase[] = [
  { name: 'enforced', facts: withMode('True', 'Enforce'), verdict: 'passed' },
  {
    name: 'audited',
    facts: withMode('True', 'Audit'),
    verdict: 'failed',
    objects: ['BannedPasswordCheckOnPremisesMode'],
  },
  {
    name: 'off',
    facts: withMode('False', 'Enforce'),
    verdict: 'failed',
    objects: ['EnableBannedPasswordCheckOnPremises'],
  },
  {
    name: 'never changed',
    facts: facts({ organization: HYBRID, groupSettings: [] }),
    verdict: 'failed',
  },
  {
    name: 'never changed, and Microsoft offers it with P1 only',
    facts: facts({ organization: HYBRID, groupSettings: [], subscribedSkus: [sku()] }),
    verdict: 'notLicensed',
  },
  {
    name: 'never changed, and the licenses are not known',
    facts: facts({ organization: HYBRID, groupSettings: [], subscribedSkus: 'notRead' }),
    verdict: 'failed',
  },
  {
    name: 'no local directory',
    facts: withMode('False', 'Audit', { onPremisesSyncEnabled: null }),
    verdict: 'notApplicable',
  },
  { name: 'a mode that is null', facts: withMode('True', null), verdict: 'notRead' },
  {
    name: 'it is not known whether there is a local directory',
    facts: withMode('True', 'Enforce', {}),
    verdict: 'notRead',
  },
  {
    name: 'settings that were not read',
    facts: facts({ organization: HYBRID, groupSettings: 'noPermission' }),
    verdict: 'noPermission',
  },
]
