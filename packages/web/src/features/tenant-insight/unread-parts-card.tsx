import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import type { PartFailure } from '@tenantscope/contract/parts'

import { SectionCard } from '../../ui/section-card.tsx'
import { unreadGroups } from './part-advice.ts'

const useStyles = makeStyles({
  groups: { display: 'flex', flexDirection: 'column', gap: '16px' },
  group: { display: 'flex', flexDirection: 'column', gap: '4px', overflowWrap: 'anywhere' },
  reason: { ...typographyStyles.body1Strong, margin: 0 },
  text: { margin: 0, color: tokens.colorNeutralForeground2 },
  parts: { margin: '4px 0 0', paddingInlineStart: '24px' },
  unlocks: { color: tokens.colorNeutralForeground2 },
})

interface UnreadPartsCardProps {
  title: string
  /** Without those that a card of their own speaks of. */
  failures: readonly PartFailure[]
}

/** The parts of a tenant that could not be read, by reason, each with what it would show. */
export function UnreadPartsCard({ title, failures }: UnreadPartsCardProps) {
  const styles = useStyles()
  if (failures.length === 0) return null
  return (
    <SectionCard title={title}>
      <div className={styles.groups}>
        {unreadGroups(failures).map((group) => (
          <div key={group.title + group.text} className={styles.group}>
            <h3 className={styles.reason}>{group.title}</h3>
            <p className={styles.text}>{group.text}</p>
            <ul className={styles.parts}>
              {group.parts.map(({ part, name, unlocks }) => (
                <li key={part}>
                  {name} <span className={styles.unlocks}>({unlocks})</span>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </SectionCard>
  )
}
