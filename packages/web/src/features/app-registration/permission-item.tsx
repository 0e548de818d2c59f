import {
  Badge,
  makeStyles,
  mergeClasses,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import type { CheckedPermission } from '@tenantscope/contract/azure'
import { Fragment, useId } from 'react'
import type { ReactNode } from 'react'

import { StatusLabel } from '../../ui/status-label.tsx'
import { PERMISSION_COLUMNS_STYLE } from './permission-columns-style.ts'
import { proofWord } from './permission-words.ts'
import type { Word } from './permission-words.ts'

const NARROW = '@media (max-width: 840px)'

const useStyles = makeStyles({
  item: {
    ...PERMISSION_COLUMNS_STYLE,
    alignItems: 'start',
    rowGap: '4px',
    padding: '8px 0 10px',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    overflowWrap: 'anywhere',
    // Under each other, with the two words side by side.
    [NARROW]: { gridTemplateColumns: '112px minmax(0, 1fr)', columnGap: '8px' },
  },
  whole: { [NARROW]: { gridColumn: '1 / -1' } },
  // Read after the state, and shown before it where there is room.
  unlocking: {
    gridColumn: '2',
    gridRow: '1',
    [NARROW]: { gridColumn: '1 / -1', gridRow: 'auto' },
  },
  state: { gridColumn: '3', [NARROW]: { gridColumn: '1' } },
  proof: { gridColumn: '4', [NARROW]: { gridColumn: '2' } },
  reason: { gridColumn: '1 / -1' },
  name: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '0 8px' },
  value: typographyStyles.body1Strong,
  quiet: { ...typographyStyles.caption1, margin: 0, color: tokens.colorNeutralForeground2 },
  label: { display: 'none', [NARROW]: { display: 'inline' } },
  unlocks: { margin: 0, padding: 0, listStyleType: 'none' },
})

export interface PermissionItemProps {
  permission: CheckedPermission
  /** Whether it is granted, in the words of its list. */
  word: Word
  /** What kind it is, in a word. */
  tag?: string | undefined
}

/** One permission: what it is, what it unlocks, whether it is granted and whether that was proven. */
export function PermissionItem({ permission, word, tag }: PermissionItemProps) {
  const styles = useStyles()
  const { value, description, unlocks, reason } = permission
  const proof = proofWord(permission)
  return (
    <li className={styles.item}>
      <div className={styles.whole}>
        <div className={styles.name}>
          <span className={styles.value}>{breakable(value)}</span>
          {tag !== undefined && (
            <Badge appearance="outline" color="informative" size="small">
              {tag}
            </Badge>
          )}
        </div>
        <p className={styles.quiet}>{description}</p>
      </div>
      <span className={styles.state}>
        <StatusLabel tone={word.tone}>{word.word}</StatusLabel>
      </span>
      {proof && (
        <span className={styles.proof}>
          <StatusLabel tone={proof.tone}>{proof.word}</StatusLabel>
        </span>
      )}
      {unlocks.length > 0 && (
        <div className={mergeClasses(styles.quiet, styles.unlocking)}>
          <Unlocks permission={permission} />
        </div>
      )}
      {reason !== null && <p className={mergeClasses(styles.quiet, styles.reason)}>{reason}</p>}
    </li>
  )
}

/** Where there is no room a permission's name goes on after one of its dots. */
function breakable(value: string): ReactNode {
  return value.split('.').map((part, index) => (
    <Fragment key={part}>
      {index > 0 && (
        <>
          .<wbr />
        </>
      )}
      {part}
    </Fragment>
  ))
}

function Unlocks({ permission: { isGranted, unlocks } }: { permission: CheckedPermission }) {
  const styles = useStyles()
  const id = useId()
  return (
    <>
      <span id={id} className={styles.label}>
        {isGranted ? 'Unlocks' : 'Would unlock'}
      </span>
      <ul className={styles.unlocks} aria-labelledby={id}>
        {unlocks.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </>
  )
}
