import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import type { FluentIcon } from '@fluentui/react-icons'
import { CheckmarkCircle16Filled } from '@fluentui/react-icons/svg/checkmark-circle'
import { Clock16Regular } from '@fluentui/react-icons/svg/clock'
import { DismissCircle16Filled } from '@fluentui/react-icons/svg/dismiss-circle'
import { Info16Regular } from '@fluentui/react-icons/svg/info'
import { QuestionCircle16Regular } from '@fluentui/react-icons/svg/question-circle'
import { SubtractCircle16Regular } from '@fluentui/react-icons/svg/subtract-circle'
import { Warning16Filled } from '@fluentui/react-icons/svg/warning'
import type { ReactNode } from 'react'

export type StatusTone = 'good' | 'warning' | 'bad' | 'waiting' | 'off' | 'info' | 'unknown'

const ICONS: Record<StatusTone, FluentIcon> = {
  good: CheckmarkCircle16Filled,
  warning: Warning16Filled,
  bad: DismissCircle16Filled,
  waiting: Clock16Regular,
  off: SubtractCircle16Regular,
  info: Info16Regular,
  unknown: QuestionCircle16Regular,
}

const useStyles = makeStyles({
  // Baseline alignment would make its line higher than those without an icon.
  label: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '6px',
    minWidth: 0,
    maxWidth: '100%',
    verticalAlign: 'top',
  },
  icon: { flexShrink: 0, color: tokens.colorNeutralForeground3 },
  good: { color: tokens.colorStatusSuccessForeground1 },
  warning: { color: tokens.colorStatusWarningForeground1 },
  bad: { color: tokens.colorStatusDangerForeground1 },
  word: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  sentence: { overflowWrap: 'anywhere' },
})

interface StatusLabelProps {
  tone: StatusTone
  /** 16 px; replaces the icon of the tone. */
  icon?: FluentIcon
  /** A sentence may wrap; a word stays on one line. */
  isSentence?: boolean
  children: ReactNode
}

/** Shows a status as a shape and a word; the color only repeats them. */
export function StatusLabel({ tone, icon, isSentence = false, children }: StatusLabelProps) {
  const styles = useStyles()
  const Icon = icon ?? ICONS[tone]
  return (
    <span className={styles.label}>
      <Icon
        aria-hidden
        className={mergeClasses(
          styles.icon,
          tone === 'good' && styles.good,
          tone === 'warning' && styles.warning,
          tone === 'bad' && styles.bad,
        )}
      />
      <span className={isSentence ? styles.sentence : styles.word}>{children}</span>
    </span>
  )
}
