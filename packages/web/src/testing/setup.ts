import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'

import { isOutOfReach } from '../lib/connection.ts'
import { isOwnNavigation } from '../lib/leaving.ts'
import { hasNewVersion } from '../lib/new-version.ts'
import { holdSessionEnd } from '../lib/session-ended.ts'
import { signInsUnderWay } from '../lib/signing-in-again.ts'
import { chooseTheme } from '../lib/theme-choice.ts'
import { visibleToast } from '../lib/toasts.ts'
import { visitor } from '../lib/visitor.ts'
import { FakeEventSource } from './fake-event-source.ts'
import { systemTheme } from './system-theme.ts'

// Two cores are shared by several test files, and the first render of a screen loads its code.
configure({ asyncUtilTimeout: 8_000 })

// What a browser has and jsdom lacks.
vi.stubGlobal('matchMedia', systemTheme.matchMedia)
vi.stubGlobal('EventSource', FakeEventSource)
vi.stubGlobal('scrollTo', () => undefined)
Element.prototype.scrollIntoView = () => undefined
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
)

beforeEach(() => {
  history.replaceState(null, '', '/')
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  localStorage.clear()
  sessionStorage.clear()
  FakeEventSource.forgetAll()
  systemTheme.setDark(false)
  chooseTheme('system')
  hasNewVersion.set(false)
  isOutOfReach.set(false)
  visibleToast.set(null)
  visitor.set('unknown')
  isOwnNavigation.set(false)
  signInsUnderWay.clear()
  // What a test holds back stays held.
  holdSessionEnd()()
  document.head.replaceChildren()
})
