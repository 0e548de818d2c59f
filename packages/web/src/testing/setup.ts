import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'

import { connectionRefusal } from '../lib/connection-refusal.ts'
import { isOutOfReach } from '../lib/connection.ts'
import { isOwnNavigation } from '../lib/leaving.ts'
import { hasNewVersion } from '../lib/new-version.ts'
import { holdSessionEnd } from '../lib/session-ended.ts'
import { signInsUnderWay } from '../lib/signing-in-again.ts'
import { chooseTheme } from '../lib/theme-choice.ts'
import { visibleToast } from '../lib/toasts.ts'
import { signedOutNotice, visitor } from '../lib/visitor.ts'
import { FakeEventSource } from './fake-event-source.ts'
import { systemTheme } from './system-theme.ts'

// Two cores are shared by several test files, and the first render of a screen loads its code.
configure({ asyncUtilTimeout: 30_000 })

// Fluent inserts thousands of style rules, and parsing them took a third of the processor time. Only
// what tests can see is kept: what is hidden, what separates the words of a name, colors and themes.
const VISIBLE_RULE = /[{;]\s*(?:display|visibility|background-color|--)/u
// oxlint-disable-next-line typescript/unbound-method -- it is called with its sheet below
const { insertRule } = CSSStyleSheet.prototype
CSSStyleSheet.prototype.insertRule = function (this: CSSStyleSheet, rule, index) {
  return VISIBLE_RULE.test(rule) ? insertRule.call(this, rule, index) : 0
}

class FakeResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

// All files of a worker share one process: each test starts with the same globals and stores.
beforeEach(() => {
  // APIs that browsers have and jsdom lacks.
  vi.stubGlobal('matchMedia', systemTheme.matchMedia)
  vi.stubGlobal('EventSource', FakeEventSource)
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('ResizeObserver', FakeResizeObserver)
  Element.prototype.scrollIntoView = () => undefined
  URL.createObjectURL = () => 'blob:test'
  URL.revokeObjectURL = () => undefined
  history.replaceState(null, '', '/')
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  FakeEventSource.forgetAll()
  systemTheme.setDark(false)
  chooseTheme('system')
  localStorage.clear()
  sessionStorage.clear()
  hasNewVersion.set(false)
  isOutOfReach.set(false)
  connectionRefusal.set(null)
  visibleToast.set(null)
  visitor.set('unknown')
  signedOutNotice.set(null)
  isOwnNavigation.set(false)
  signInsUnderWay.clear()
  // Releases what a test has held.
  holdSessionEnd()()
  document.head.replaceChildren()
})
