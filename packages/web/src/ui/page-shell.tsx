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
  row: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    columnGap: '16px',
    rowGap: '8px',
    minHeight: '40px',
    // On a phone the line under the title comes before the buttons.
    '@media (max-width: 640px)': { display: 'contents' },
  },
  title: { display: 'flex', alignItems: 'center', gap: '8px', minWidth: 0, maxWidth: '100%' },
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
  },
  description: { color: tokens.colorNeutralForeground2 },
  actions: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '8px',
    '@media (max-width: 640px)': { order: 1, marginTop: '4px' },
  },
})

interface PageShellProps {
  title: string
  /** Which view of the page is open, for the browser's tab. */
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
          <div className={styles.title}>
            <h1 tabIndex={-1} dir="auto" className={styles.heading}>
              {title}
            </h1>
            {titleAside}
          </div>
          {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        </div>
        {description !== undefined && <div className={styles.description}>{description}</div>}
      </header>
      {tabs}
      {children}
    </div>
  )
}
