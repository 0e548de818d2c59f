import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import type { ReactNode } from 'react'

import { Breadcrumbs } from './breadcrumbs.tsx'
import type { Crumb } from './breadcrumbs.tsx'

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    gap: '16px',
    maxWidth: '1600px',
    width: '100%',
    marginInline: 'auto',
    boxSizing: 'border-box',
    padding: '16px 32px 32px',
    '@media (max-width: 640px)': { padding: '12px 16px 24px' },
  },
  header: { display: 'flex', flexDirection: 'column', gap: '4px' },
  row: { display: 'flex', flexWrap: 'wrap', columnGap: '16px', rowGap: '8px' },
  // Where the buttons have no room beside them, they stand under the title and its line.
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
    '@media (max-width: 640px)': { minHeight: 0 },
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
    // The focus comes by script after a navigation; a ring would only be noise there.
    ':focus:not(:focus-visible)': { outline: 'none' },
    // Paper has no tabs.
    '@media print': { '&[data-view]::after': { content: '" – " attr(data-view)' } },
  },
  description: { color: tokens.colorNeutralForeground2 },
  actions: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '8px',
    minHeight: '40px',
    // Beside the title, also where a line stands under it.
    alignSelf: 'flex-start',
  },
})

interface PageShellProps {
  title: string
  /** Which view of the page is open, for the browser's tab and for paper. */
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

/** Every page's frame: document title, breadcrumb, heading with actions, optional tabs. */
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
