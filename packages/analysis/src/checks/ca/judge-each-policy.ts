import { failed, notRead, passed } from '../define-check.ts'
import type { Judgement } from '../define-check.ts'
import { policyObject } from '../derived.ts'
import type { PolicyFacts } from '../facts.ts'

/** Fails with the policies for which the answer is true; null is an answer that is not known. */
export function judgeEachPolicy(
  policies: readonly PolicyFacts[],
  isFailing: (policy: PolicyFacts) => boolean | null,
  texts: { readonly failed: string; readonly passed: string; readonly notKnown: string },
): Judgement {
  const failing = policies.filter((policy) => isFailing(policy) === true)
  const notKnown = policies.filter((policy) => isFailing(policy) === null)
  const counts = { policies: policies.length, failing: failing.length, notKnown: notKnown.length }
  if (failing.length > 0)
    return failed(texts.failed, { counts, objects: failing.map(policyObject) })
  return notKnown.length > 0
    ? notRead(texts.notKnown, { counts, objects: notKnown.map(policyObject) })
    : passed(texts.passed, { counts })
}
