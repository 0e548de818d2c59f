import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import type { FluentIcon } from '@fluentui/react-icons'
import { Checkmark16Filled } from '@fluentui/react-icons/svg/checkmark'
import { Key16Filled } from '@fluentui/react-icons/svg/key'
import { LaptopShield16Regular } from '@fluentui/react-icons/svg/laptop-shield'
import { LockOpen16Regular } from '@fluentui/react-icons/svg/lock-open'
import { Prohibited16Filled } from '@fluentui/react-icons/svg/prohibited'
import { QuestionCircle16Regular } from '@fluentui/react-icons/svg/question-circle'
import type { SituationOutcome } from '@tenantscope/contract/coverage'

const useStyles = makeStyles({
  mark: { flexShrink: 0, color: tokens.colorNeutralForeground3 },
  good: { color: tokens.colorStatusSuccessForeground1 },
  bad: { color: tokens.colorStatusDangerForeground1 },
})

const ICONS: Readonly<Record<SituationOutcome, FluentIcon>> = {
  nothing: LockOpen16Regular,
  otherControl: LaptopShield16Regular,
  depends: QuestionCircle16Regular,
  mfa: Checkmark16Filled,
  phishingResistant: Key16Filled,
  blocked: Prohibited16Filled,
}

interface OutcomeMarkProps {
  outcome: SituationOutcome
  /** What the color says; absent: none. */
  tone?: 'good' | 'bad' | undefined
}

/** The symbol of an outcome; each has its own shape. What is around it names it. */
export function OutcomeMark({ outcome, tone }: OutcomeMarkProps) {
  const styles = useStyles()
  const Icon = ICONS[outcome]
  return <Icon aria-hidden className={mergeClasses(styles.mark, tone && styles[tone])} />
}
