import {
  AriaLiveAnnouncer,
  createDOMRenderer,
  FluentProvider,
  makeStyles,
  RendererProvider,
  tokens,
} from '@fluentui/react-components'
import { useState, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'

import { useStore } from '../lib/store.ts'
import { themeChoice } from '../lib/theme-choice.ts'
import { darkTheme, lightTheme, printTheme } from './theme.ts'
import { useIsPrinting } from './use-is-printing.ts'

/** Fluent with Tenantscope's theme in the reader's choice; styles carry the page's nonce. */
export function AppTheme({ children }: { children: ReactNode }) {
  const [renderer] = useState(() => createDOMRenderer(document, rendererOptions()))
  const isDark = useIsDark()
  const screenTheme = isDark ? darkTheme : lightTheme
  const theme = useIsPrinting() ? printTheme : screenTheme
  return (
    <RendererProvider renderer={renderer}>
      <FluentProvider theme={theme}>
        {/* Message bars speak only through an announcer (Fluent UI's MessageBar page). */}
        <AriaLiveAnnouncer>
          <Canvas>{children}</Canvas>
        </AriaLiveAnnouncer>
      </FluentProvider>
    </RendererProvider>
  )
}

const useStyles = makeStyles({
  canvas: {
    minHeight: '100dvh',
    '@media print': { minHeight: 0 },
    backgroundColor: tokens.colorNeutralBackground2,
    fontVariantNumeric: 'tabular-nums',
  },
})

/** An element of its own: what the provider wears, every menu and dialog would wear too. */
function Canvas({ children }: { children: ReactNode }) {
  const styles = useStyles()
  return <div className={styles.canvas}>{children}</div>
}

function rendererOptions() {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content
  return nonce === undefined ? {} : { styleElementAttributes: { nonce } }
}

function useIsDark(): boolean {
  const choice = useStore(themeChoice)
  const systemIsDark = useSyncExternalStore(followSystem, isSystemDark)
  return choice === 'system' ? systemIsDark : choice === 'dark'
}

const systemDark = () => matchMedia('(prefers-color-scheme: dark)')

function isSystemDark(): boolean {
  return systemDark().matches
}

function followSystem(listener: () => void): () => void {
  const media = systemDark()
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}
