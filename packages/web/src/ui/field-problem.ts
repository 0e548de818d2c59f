import type { FieldProps } from '@fluentui/react-components'
import { createElement } from 'react'

const LIST = { margin: 0, padding: 0, listStyleType: 'none' }

/** Returns the properties of a Field with a problem, and none without one; several lines become a list. */
export function fieldProblem(
  problem: string | undefined,
): Pick<FieldProps, 'hint' | 'validationState' | 'validationMessage' | 'validationMessageIcon'> {
  if (problem === undefined) return {}
  const lines = problem.split('\n')
  if (lines.length === 1) return { validationState: 'error', validationMessage: problem }
  const items = lines.map((line) => createElement('li', { key: line }, line))
  return {
    validationState: 'error',
    validationMessage: { children: createElement('ul', { style: LIST }, items) },
    validationMessageIcon: null,
    // The list replaces the hint, which would repeat it.
    hint: null,
  }
}
