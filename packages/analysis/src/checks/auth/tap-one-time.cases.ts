import { facts } from '../../testing/check-facts.ts'
import { methodsPolicy } from '../../testing/methods-policy.ts'
import type { CheckCase } from '../cases.ts'

const withPass = (state: string | null, isUsableOnce: boolean | null) =>
  facts({ methodsPolicy: methodsPolicy({}, [{ id: 'TemporaryAccessPass', state, isUsableOnce }]) })

export const cases: readonly CheckCase[] = [
  { name: 'once', facts: withPass('enabled', true), verdict: 'passed' },
  {
    name: 'many times',
    facts: withPass('enabled', false),
    verdict: 'failed',
    objects: ['isUsableOnce'],
  },
  { name: 'the method is disabled', facts: withPass('disabled', false), verdict: 'notApplicable' },
  { name: 'how often is null', facts: withPass('enabled', null), verdict: 'notRead' },
  { name: 'a state that is null', facts: withPass(null, true), verdict: 'notRead' },
  {
    name: 'a policy that was not read',
    facts: facts({ methodsPolicy: 'notRead' }),
    verdict: 'notRead',
  },
  {
    name: 'a policy without permission',
    facts: facts({ methodsPolicy: 'noPermission' }),
    verdict: 'noPermission',
  },
]
