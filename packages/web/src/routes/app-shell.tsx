import { makeStyles } from '@fluentui/react-components'
import { Outlet, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

import { isOutOfReach } from '../lib/connection.ts'
import { lazyPart } from '../lib/load-part.ts'
import { useStore } from '../lib/store.ts'
import { LaterPart } from '../ui/later-part.tsx'
import { Notice } from '../ui/notice.tsx'
import { SkipLink } from '../ui/skip-link.tsx'
import { TopNavigation } from './top-navigation.tsx'

const ConnectionRefusalBar = lazyPart(
  async () => (await import('./connection-refusal-bar.tsx')).ConnectionRefusalBar,
)

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    minHeight: '100dvh',
    minWidth: 0,
    // Fluent's class on the page's root while a dialog is open.
    ':global(html[class]:not([class=""]))': { paddingInlineEnd: 'var(--scrollbar, 0px)' },
  },
  main: { flexGrow: 1, minWidth: 0, outline: 'none' },
  // Sticky at the end of the page: visible without moving the content.
  place: { position: 'sticky', bottom: 0, zIndex: 2, '@media print': { display: 'none' } },
})

/**
 * While a dialog is open, Fluent hides the scroll bar and reserves its place, which nothing can dim. Here the
 * shell reserves it, so that the dimmed layer covers the complete window. The width is measured before.
 */
function useScrollbarPlace() {
  useEffect(() => {
    const root = document.documentElement
    root.style.setProperty('scrollbar-gutter', 'auto')
    const measure = () => {
      if (root.className === '')
        root.style.setProperty('--scrollbar', `${window.innerWidth - root.clientWidth}px`)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(root)
    return () => observer.disconnect()
  }, [])
}

/** The frame around every page of a signed-in user. */
export function AppShell() {
  const styles = useStyles()
  useScrollbarPlace()
  useFocusOnNavigation()
  return (
    <div className={styles.root}>
      <SkipLink target="#main">Skip to main content</SkipLink>
      <TopNavigation />
      <LaterPart>
        <ConnectionRefusalBar />
      </LaterPart>
      <main id="main" tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
      <OfflineBar />
    </div>
  )
}

/** Focuses the heading of a new page, so that screen readers read it and the keyboard continues there. */
function useFocusOnNavigation() {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation === undefined || !pathChanged) return
        document.querySelector<HTMLElement>('#main h1')?.focus({ preventScroll: true })
      }),
    [router],
  )
}

/** Shown while the server does not respond, for example during a restart: the data may be out of date. */
function OfflineBar() {
  const styles = useStyles()
  if (!useStore(isOutOfReach)) return null
  const isOnline = navigator.onLine
  return (
    <aside className={styles.place} aria-label="Connection">
      <Notice
        intent="warning"
        shape="square"
        politeness="polite"
        layout="auto"
        title={isOnline ? 'Tenantscope is restarting or cannot be reached.' : 'You are offline.'}
      >
        {isOnline && 'This page continues by itself as soon as the server responds. '}
        The data shown was loaded earlier.
      </Notice>
    </aside>
  )
}
