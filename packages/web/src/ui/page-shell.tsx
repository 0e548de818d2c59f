import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import type { ReactNode } from 'react'

import { Breadcrumbs } from './breadcrumbs.tsx'
import type { Crumb } from './breadcrumbs.tsx'

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    gap: '16px',
    // As wide as the window, up to the width at which a row can still be followed.
    maxWidth: '2200px',
    width: '100%',
    marginInline: 'auto',
    boxSizing: 'border-box',
    padding: '16px 32px 32px',
    '@media (max-width: 640px)': { padding: '12px 16px 24px' },
  },
  header: { display: 'flex', flexDirection: 'column', gap: '4px' },
  row: { display: 'flex', flexWrap: 'wrap', columnGap: '16px', rowGap: '8px' },
  // Narrow: the buttons are below the title and its description.
  words: {
    display: 'flex',
    flexDirection: 'column',
    gap: '4px',
    flex: '1 1 0',
    minWidth: 'min(100%, 320px)',
    '@media (max-width: 640px)': { flexBasis: '100%' },
  },
  title: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minHeight: '40px',
    '& .fui-Badge': { flexShrink: 0, whiteSpace: 'nowrap' },
    '@media (max-width: 640px)': { minHeight: 0, flexWrap: 'wrap', rowGap: '4px' },
  },
  heading: {
    ...typographyStyles.title2,
    margin: 0,
    minWidth: 0,
    overflowWrap: 'anywhere',
    outlineOffset: '4px',
    borderRadius: tokens.borderRadiusSmall,
    '@media (max-width: 640px)': {
      fontSize: tokens.fontSizeBase500,
      lineHeight: tokens.lineHeightBase500,
    },
    // The focus is set by script after a navigation; a ring is not needed.
    ':focus:not(:focus-visible)': { outline: 'none' },
    // Print has no tabs: the title shows the view.
    '@media print': { '&[data-view]::after': { content: '" – " attr(data-view)' } },
  },
  description: { color: tokens.colorNeutralForeground2 },
  actions: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '8px',
    minHeight: '40px',
    // Beside the title, also with a description below it.
    alignSelf: 'flex-start',
    ':empty': { display: 'none' },
  },
})

interface PageShellProps {
  title: string
  /** The open view of the page, for the browser's tab and print. */
  view?: string | undefined
  /** Beside the title: a help button, a status badge. */
  titleAside?: ReactNode
  /** Under the title, in one quiet line. */
  description?: ReactNode
  actions?: ReactNode
  crumbs?: readonly Crumb[]
  /** Usually LinkTabs. */
  tabs?: ReactNode
  children: ReactNode
}

/** The frame of every page: document title, breadcrumb, heading with actions, optional tabs. */
export function PageShell(props: PageShellProps) {
  const { title, view, titleAside, description, actions, crumbs = [], tabs, children } = props
  const styles = useStyles()
  return (
    <div className={styles.root}>
      <title>{[view, title, 'Tenantscope'].filter(Boolean).join(' – ')}</title>
      <header className={styles.header}>
        <Breadcrumbs crumbs={crumbs} />
        <div className={styles.row}>
          <div className={styles.words}>
            <div className={styles.title}>
              <h1 tabIndex={-1} dir="auto" className={styles.heading} data-view={view}>
                {title}
              </h1>
              {titleAside}
            </div>
            {description !== undefined && <div className={styles.description}>{description}</div>}
          </div>
          {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        </div>
      </header>
      {tabs}
      {children}
    </div>
  )
}
