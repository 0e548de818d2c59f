import { tokens, typographyStyles } from '@fluentui/react-components'

/** Rows of what is named, what is said of it, and its figure, as input of makeStyles. */
export const CSP_LIST_STYLE = {
  list: { display: 'flex', flexDirection: 'column', margin: 0, padding: 0, listStyleType: 'none' },
  item: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 3fr) minmax(120px, 2fr)',
    alignItems: 'center',
    gap: '4px 16px',
    padding: '8px 0',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    '@media (max-width: 640px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  code: {
    ...typographyStyles.caption1,
    fontFamily: tokens.fontFamilyMonospace,
    color: tokens.colorNeutralForeground2,
  },
  figure: {
    textAlign: 'end',
    fontVariantNumeric: 'tabular-nums',
    '@media (max-width: 640px)': { textAlign: 'start' },
  },
} as const
