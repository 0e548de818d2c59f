import { makeResetStyles, tokens, typographyStyles } from '@fluentui/react-components'

// One class for each kind of cell: thousands of them come and go while the matrix scrolls.

const FOCUS = {
  outline: `2px solid ${tokens.colorStrokeFocus2}`,
  outlineOffset: '-2px',
} as const

export const useRowClass = makeResetStyles({
  position: 'absolute',
  left: 0,
  width: '100%',
  contain: 'strict',
  backgroundColor: tokens.colorNeutralBackground1,
})

export const usePersonClass = makeResetStyles({
  position: 'sticky',
  left: 0,
  zIndex: 1,
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'center',
  boxSizing: 'border-box',
  height: '100%',
  padding: '0 8px 0 16px',
  overflow: 'hidden',
  contain: 'layout paint style',
  textAlign: 'start',
  backgroundColor: tokens.colorNeutralBackground1,
  borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  borderRight: `1px solid ${tokens.colorNeutralStroke2}`,
  ':focus-visible': FOCUS,
  '@media (max-width: 639px)': { padding: '0 4px 0 8px' },
})

export const useNameClass = makeResetStyles({
  ...typographyStyles.body1,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
})

export const useDetailClass = makeResetStyles({
  ...typographyStyles.caption1,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  color: tokens.colorNeutralForeground2,
})

export const useMarkClass = makeResetStyles({
  ...typographyStyles.caption1Strong,
  marginInlineEnd: '6px',
  color: tokens.colorNeutralForeground1,
})

const CELL = {
  position: 'absolute',
  top: 0,
  bottom: 0,
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  boxSizing: 'border-box',
  contain: 'strict',
  borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  borderRight: `1px solid ${tokens.colorNeutralStroke3}`,
  ':focus-visible': FOCUS,
} as const

export const useCellClass = makeResetStyles({
  ...CELL,
  color: tokens.colorNeutralForeground3,
})

export const useAssignedClass = makeResetStyles({
  ...CELL,
  fontWeight: tokens.fontWeightSemibold,
  color: tokens.colorBrandForeground1,
  backgroundColor: tokens.colorBrandBackground2,
})
