import { failed, notRead, passed } from './define-check.ts'
import type { CheckObject, Judgement } from './define-check.ts'

/** What a rule says of one object; notKnown: a property that it needs is missing. */
export type Finding = 'met' | 'unmet' | 'notKnown'

interface EachRule<Item> {
  /** The name of the count of all objects: 'devices'. */
  readonly counted: string
  readonly findingOf: (item: Item) => Finding
  readonly objectOf: (item: Item) => CheckObject
  readonly passed: string
  readonly failed: (count: number) => string
  readonly notKnown: (count: number) => string
}

/** Fails with the objects that do not meet the rule; passes only when all are known to meet it. */
export function judgeEach<Item>(items: readonly Item[], rule: EachRule<Item>): Judgement {
  const itemsBy: Record<Finding, Item[]> = { met: [], unmet: [], notKnown: [] }
  for (const item of items) itemsBy[rule.findingOf(item)].push(item)
  const { unmet, notKnown } = itemsBy
  const counts = { [rule.counted]: items.length, unmet: unmet.length, notKnown: notKnown.length }
  if (unmet.length > 0)
    return failed(rule.failed(unmet.length), { counts, objects: unmet.map(rule.objectOf) })
  if (notKnown.length > 0)
    return notRead(rule.notKnown(notKnown.length), { counts, objects: notKnown.map(rule.objectOf) })
  return passed(rule.passed, { counts })
}
