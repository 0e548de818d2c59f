import { makeStyles, tokens } from '@fluentui/react-components'
import { Outlet, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

import { OfflineBar } from '../ui/offline-bar.tsx'
import { TopNavigation } from './top-navigation.tsx'

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', minHeight: '100dvh', minWidth: 0 },
  skip: {
    position: 'absolute',
    insetInlineStart: '16px',
    top: '8px',
    zIndex: 3,
    padding: '8px 16px',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorBrandBackground,
    color: tokens.colorNeutralForegroundOnBrand,
    ':not(:focus)': { transform: 'translateY(-200%)' },
    '@media print': { display: 'none' },
  },
  main: { flexGrow: 1, minWidth: 0, outline: 'none' },
})

/** What surrounds every page of a signed-in person. */
export function AppShell() {
  const styles = useStyles()
  useFocusOnNavigation()
  return (
    <div className={styles.root}>
      <a href="#main" className={styles.skip} onClick={skipToMain}>
        Skip to main content
      </a>
      <TopNavigation />
      <main id="main" tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
      <OfflineBar />
    </div>
  )
}

/** Moves the focus without a hash in the address, which belongs to the page's filters. */
function skipToMain(event: { preventDefault: () => void }) {
  event.preventDefault()
  document.querySelector<HTMLElement>('#main')?.focus()
}

/** A new page is read out from its heading, and the keyboard goes on from there. */
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
