import { expect, test, vi } from 'vitest'

import earlyScript from '../../public/early.js?raw'
import { chooseTheme } from './theme-choice.ts'

/** Loads a page: only the script that runs before the first paint. */
function loadPage() {
  delete document.documentElement.dataset['theme']
  const script = document.createElement('script')
  script.textContent = earlyScript
  document.head.append(script)
}

test.each([
  ['dark', 'dark'],
  ['light', 'light'],
  ['system', undefined],
] as const)(
  'the choice %s is there again before the first paint of the next load',
  (choice, theme) => {
    chooseTheme(choice)
    expect(document.documentElement.dataset['theme']).toBe(theme)
    loadPage()
    expect(document.documentElement.dataset['theme']).toBe(theme)
  },
)

test('a stored word that is no theme is left alone', () => {
  localStorage.setItem('tenantscope.theme', 'pink')
  loadPage()
  expect(document.documentElement.dataset['theme']).toBeUndefined()
})

test('a browser that stores nothing still shows the choice', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('No', 'SecurityError')
  })
  chooseTheme('dark')
  expect(document.documentElement.dataset['theme']).toBe('dark')
  vi.restoreAllMocks()
})
