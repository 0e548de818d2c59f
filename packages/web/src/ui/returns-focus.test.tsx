import { useRestoreFocusTarget } from '@fluentui/react-components'
import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'

import { RETURNS_FOCUS } from './returns-focus.ts'

test('the mark of an element that gets the focus back is the one that Fluent reads', () => {
  expect(renderHook(() => useRestoreFocusTarget()).result.current).toEqual(RETURNS_FOCUS)
})
