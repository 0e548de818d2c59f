import {
  AccordionHeader,
  AccordionItem,
  AccordionPanel,
  makeStyles,
  tokens,
  typographyStyles,
  Badge,
} from '@fluentui/react-components'
import type { BadgeProps } from '@fluentui/react-components'
import type { SecurityCheck, SecuritySeverity } from '@tenantscope/contract/security-audit'
import type { ReactNode } from 'react'

import { FactList } from '../../ui/fact-list.tsx'
import type { Fact } from '../../ui/fact-list.tsx'

const useStyles = makeStyles({
  item: { borderBottom: `1px solid ${tokens.colorNeutralStroke3}` },
  head: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 12px',
    width: '100%',
    padding: '8px 0',
  },
  // On a phone the name takes two lines before the weight moves below.
  name: { ...typographyStyles.body1Strong, flexGrow: 1, flexBasis: '96px', minWidth: 0 },
  weight: { flexShrink: 0 },
  state: { flexShrink: 0, minWidth: '64px' },
  panel: { padding: '0 8px 16px' },
})

interface CheckItemProps {
  /** Distinguishes it from the others in its list. */
  value: string
  /** A check, or a part of one with the weight of its check. */
  check: Pick<SecurityCheck, 'name'> & Partial<Pick<SecurityCheck, 'severity'>>
  /** Shows the severity without its color: the check passed. */
  isPassed?: boolean
  state: ReactNode
  facts: readonly Fact[]
}

/** One line of a list of checks, which opens. */
export function CheckItem(props: CheckItemProps) {
  const {
    value,
    check: { name, severity },
    isPassed = false,
    state,
    facts,
  } = props
  const styles = useStyles()
  return (
    <AccordionItem value={value} className={styles.item}>
      <AccordionHeader as="h3">
        <span className={styles.head}>
          <span className={styles.state}>{state}</span>
          <span className={styles.name}>{name}</span>
          {severity && (
            <span className={styles.weight}>
              <SeverityBadge severity={severity} isMuted={isPassed} />
            </span>
          )}
        </span>
      </AccordionHeader>
      <AccordionPanel className={styles.panel}>
        <FactList facts={facts} />
      </AccordionPanel>
    </AccordionItem>
  )
}

export const measuredFacts = ({
  description,
  evidence,
}: Pick<SecurityCheck, 'description' | 'evidence'>): Fact[] => [
  { label: 'Criteria', value: description },
  { label: 'Evidence', value: evidence },
]

const LOOKS = {
  critical: { color: 'danger', word: 'Critical' },
  high: { color: 'severe', word: 'High' },
  medium: { color: 'warning', word: 'Medium' },
  low: { color: 'informative', word: 'Low' },
} as const satisfies Record<SecuritySeverity, { color: BadgeProps['color']; word: string }>

/** How much a check weighs. */
function SeverityBadge({ severity, isMuted }: { severity: SecuritySeverity; isMuted: boolean }) {
  const { color, word } = LOOKS[severity]
  return (
    <Badge appearance={isMuted ? 'outline' : 'tint'} color={isMuted ? 'informative' : color}>
      {word}
    </Badge>
  )
}
