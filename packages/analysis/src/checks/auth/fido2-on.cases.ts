import { facts } from '../../testing/check-facts.ts'
import { methodsPolicy } from '../../testing/methods-policy.ts'
import type { CheckCase } from '../cases.ts'

const withState = (state: string | null) =>
  facts({ methodsPolicy: methodsPolicy({}, [{ id: 'Fido2', state }]) })

export const cases: readonly CheckCase[] = [
  { name: 'enabled', facts: withState('enabled'), verdict: 'passed' },
  { name: 'disabled', facts: withState('disabled'), verdict: 'failed', objects: ['Fido2'] },
  { name: 'a state that is null', facts: withState(null), verdict: 'notRead' },
  {
    name: 'a state that this version does not know',
    facts: withState('unknownFutureValue'),
    verdict: 'notRead',
  },
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
