import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { Fragment } from 'react'
import type { ReactNode } from 'react'

const useStyles = makeStyles({
  list: {
    display: 'grid',
    gridTemplateColumns: 'minmax(112px, max-content) minmax(0, 1fr)',
    columnGap: '24px',
    rowGap: '12px',
    margin: 0,
    '@media (max-width: 480px)': { gridTemplateColumns: 'minmax(0, 1fr)', rowGap: '4px' },
  },
  term: { ...typographyStyles.body1, color: tokens.colorNeutralForeground3 },
  description: {
    ...typographyStyles.body1,
    margin: 0,
    minWidth: 0,
    overflowWrap: 'anywhere',
    fontVariantNumeric: 'tabular-nums',
    '@media (max-width: 480px)': { marginBottom: '8px' },
  },
})

export interface Fact {
  label: string
  value: ReactNode
}

/** Names and values in two columns; one column in narrow containers. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  const styles = useStyles()
  return (
    <dl className={styles.list}>
      {facts.map(({ label, value }) => (
        <Fragment key={label}>
          <dt className={styles.term}>{label}</dt>
          <dd className={styles.description}>{value}</dd>
        </Fragment>
      ))}
    </dl>
  )
}
