import { facts, sku } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'

const withRules = (values: Readonly<Record<string, string | null>>) => [
  {
    displayName: 'Password Rule Settings',
    templateId: '5CF42378-d67d-4f36-ba46-e8b86229381d',
    values: Object.entries(values).map(([name, value]) => ({ name, value })),
  },
]
const withList = (isOn: string | null, list: string | null) =>
  facts({ groupSettings: withRules({ EnableBannedPasswordCheck: isOn, BannedPasswordList: list }) })

export const cases: readonly CheckCase[] = [
  {
    name: 'enforced with two words',
    facts: withList('True', 'contoso\tseattle'),
    verdict: 'passed',
    counts: { words: 2 },
    objects: [],
  },
  {
    name: 'not enforced',
    facts: withList('False', 'contoso'),
    verdict: 'failed',
    objects: ['BannedPasswordList'],
  },
  {
    name: 'enforced and empty',
    facts: withList('True', ''),
    verdict: 'failed',
    counts: { words: 0 },
  },
  { name: 'never changed', facts: facts({ groupSettings: [] }), verdict: 'failed' },
  { name: 'the switch is null', facts: withList(null, 'contoso'), verdict: 'notRead' },
  {
    name: 'the list was left out',
    facts: facts({ groupSettings: withRules({ EnableBannedPasswordCheck: 'True' }) }),
    verdict: 'notRead',
  },
  {
    name: 'without P1',
    facts: facts({ groupSettings: [], subscribedSkus: [sku()] }),
    verdict: 'notLicensed',
  },
  {
    name: 'licenses that were not read',
    facts: facts({ groupSettings: [], subscribedSkus: 'notRead' }),
    verdict: 'notRead',
  },
  {
    name: 'settings that were not read',
    facts: facts({ groupSettings: 'notRead' }),
    verdict: 'notRead',
  },
]
