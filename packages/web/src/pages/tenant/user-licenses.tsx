import { makeStyles, tokens, Tooltip, typographyStyles } from '@fluentui/react-components'
import { Fragment } from 'react'

/** As many as a shared report names before '+N more' (specification section 9). */
const NAMED = 3

const useStyles = makeStyles({
  line: { display: 'flex', alignItems: 'center', gap: '8px', minWidth: 0 },
  names: {
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  none: { color: tokens.colorNeutralForeground3 },
  more: {
    ...typographyStyles.caption1,
    flexShrink: 0,
    color: tokens.colorNeutralForeground2,
    borderRadius: tokens.borderRadiusSmall,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
})

/** The names of a person's licenses, the first ones in one line. */
export function UserLicenses({ names }: { names: readonly string[] }) {
  const styles = useStyles()
  if (names.length === 0) return <span className={styles.none}>None</span>
  const first = names.slice(0, NAMED)
  const more = names.slice(NAMED)
  return (
    <div className={styles.line}>
      <span className={styles.names} title={first.join(', ')}>
        {first.map((name, index) => (
          // Two SKUs can have one name; the list never changes its order.
          <Fragment key={`${name}-${index}`}>
            {index > 0 && ', '}
            <bdi>{name}</bdi>
          </Fragment>
        ))}
      </span>
      {more.length > 0 && (
        <Tooltip content={more.join(', ')} relationship="description" withArrow>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the tooltip must open from the keyboard too */}
          <span className={styles.more} tabIndex={0}>
            +{more.length} more
          </span>
        </Tooltip>
      )}
    </div>
  )
}
