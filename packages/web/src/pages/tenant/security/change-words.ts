import type { PostureChange } from '@tenantscope/contract/posture'

const MEANINGS: Readonly<Record<PostureChange, string>> = {
  baseline: 'The first result of this check. It is no change.',
  new: 'The check fails for the first time.',
  regressed: 'The check had passed before and fails again.',
  fixed: 'The check had failed before and passes now.',
  unreadable: 'The data could no longer be read. The verdict before is not ended by that.',
  ruleChanged: 'A new version of the check judges differently. The tenant may be unchanged.',
  other: 'Another difference, such as a license that was bought.',
}

/** Returns what a change means as a sentence. */
export const changeMeaning = (change: PostureChange): string => MEANINGS[change]
