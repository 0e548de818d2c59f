import { makeStyles, mergeClasses, tokens, typographyStyles } from '@fluentui/react-components'

import { ASKED_FOR } from './manifest.ts'

const useStyles = makeStyles({
  list: {
    display: 'flex',
    flexDirection: 'column',
    margin: 0,
    padding: 0,
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  item: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: '0 16px',
    padding: '8px 16px',
    listStyleType: 'none',
    ':not(:first-child)': { borderTop: `1px solid ${tokens.colorNeutralStroke3}` },
    '@media (max-width: 480px)': { paddingInline: '12px' },
  },
  name: { ...typographyStyles.body1Strong, overflowWrap: 'anywhere' },
  kind: {
    ...typographyStyles.caption1,
    alignSelf: 'center',
    color: tokens.colorNeutralForeground2,
  },
  required: { fontWeight: tokens.fontWeightSemibold, color: tokens.colorNeutralForeground1 },
  description: {
    ...typographyStyles.caption1,
    gridColumn: '1 / -1',
    color: tokens.colorNeutralForeground2,
  },
})

/** The application permissions to add, and what each is for. */
export function PermissionTable() {
  const styles = useStyles()
  return (
    <ul className={styles.list} aria-label="Application permissions">
      {ASKED_FOR.map(({ value, kind, description }) => (
        <li key={value} className={styles.item}>
          <span className={styles.name}>{value}</span>
          <span className={mergeClasses(styles.kind, kind === 'required' && styles.required)}>
            {kind === 'required' ? 'Required' : 'Optional'}
          </span>
          <span className={styles.description}>{description}</span>
        </li>
      ))}
    </ul>
  )
}
