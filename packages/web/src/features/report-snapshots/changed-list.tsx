import { Button, makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import type { FluentIcon } from '@fluentui/react-icons'
import { AddCircle20Regular } from '@fluentui/react-icons/svg/add-circle'
import { Edit20Regular } from '@fluentui/react-icons/svg/edit'
import { SubtractCircle20Regular } from '@fluentui/react-icons/svg/subtract-circle'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'

import { useFormat } from '../../lib/preferences.ts'

const SHOWN = 20

const ICONS: Record<ChangeKind, FluentIcon> = {
  Added: AddCircle20Regular,
  Removed: SubtractCircle20Regular,
  Changed: Edit20Regular,
}

type ChangeKind = 'Added' | 'Removed' | 'Changed'

const useStyles = makeStyles({
  heading: {
    ...typographyStyles.body1Strong,
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    margin: 0,
  },
  icon: { flexShrink: 0, color: tokens.colorNeutralForeground3 },
  list: { margin: '4px 0 0', padding: 0, listStyleType: 'none' },
  item: {
    padding: '8px 0',
    overflowWrap: 'anywhere',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    // What is out of sight is not laid out.
    contentVisibility: 'auto',
    containIntrinsicSize: 'auto 56px',
  },
  more: { marginTop: '8px' },
})

interface ChangedListProps<Item> {
  kind: ChangeKind
  items: readonly Item[]
  /** One item; its place is its key: the lists never change, and names may repeat. */
  children: (item: Item) => ReactNode
}

/** What was added, removed or changed, the first ones at first; absent where nothing was. */
export function ChangedList<Item>({ kind, items, children }: ChangedListProps<Item>) {
  const styles = useStyles()
  const format = useFormat()
  const headingId = useId()
  const [shown, setShown] = useState(SHOWN)
  if (items.length === 0) return null
  const Icon = ICONS[kind]
  const left = items.length - shown
  return (
    <section aria-labelledby={headingId}>
      <h3 id={headingId} className={styles.heading}>
        <Icon aria-hidden className={styles.icon} />
        {kind} ({format.number(items.length)})
      </h3>
      <ul className={styles.list}>
        {items.slice(0, shown).map((item, index) => (
          <li key={index} className={styles.item}>
            {children(item)}
          </li>
        ))}
      </ul>
      {left > 0 && (
        <Button className={styles.more} onClick={() => setShown(shown + 10 * SHOWN)}>
          Show more ({format.number(left)} left)
        </Button>
      )}
    </section>
  )
}
