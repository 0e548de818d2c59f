import { Badge, makeStyles, tokens } from '@fluentui/react-components'
import type { CheckedPermission } from '@tenantscope/contract/azure'
import { Fragment, useId } from 'react'
import type { ReactNode } from 'react'

import { Stack } from '../../ui/stack.tsx'
import { StatusLabel } from '../../ui/status-label.tsx'
import { Text } from '../../ui/text.tsx'
import { NOT_KNOWN, proofWord } from './permission-words.ts'
import type { Word } from './permission-words.ts'

/** The columns of a permission: name, what it unlocks, state and proof; for makeStyles. */
export const PERMISSION_COLUMNS_STYLE = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 5fr) minmax(0, 5fr) 112px 168px',
  columnGap: '24px',
} as const

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

  label: { display: 'none', [NARROW]: { display: 'inline' } },
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
  // What an earlier check proved is not shown beside a state that is not known.
  const isOutdated = word === NOT_KNOWN && permission.proof === 'proven'
  const proof = isOutdated ? undefined : proofWord(permission)
  return (
    <li className={styles.item}>
      <div className={styles.whole}>
        <Stack row wrap gap={8} lineGap={0} align="center">
          <Text variant="strong">{breakable(value)}</Text>
          {tag !== undefined && (
            <Badge appearance="outline" color="informative" size="small">
              {tag}
            </Badge>
          )}
        </Stack>
        <Text as="p" variant="caption" muted>
          {description}
        </Text>
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
        <Text as="div" variant="caption" muted className={styles.unlocking}>
          <Unlocks permission={permission} />
        </Text>
      )}
      {reason !== null && (
        <Text as="p" variant="caption" muted className={styles.reason}>
          {reason}
        </Text>
      )}
    </li>
  )
}

/** Breaks a long permission name after one of its dots. */
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
      <Stack as="ul" aria-labelledby={id}>
        {unlocks.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </Stack>
    </>
  )
}
