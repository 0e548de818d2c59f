import { RendererProvider, createDOMRenderer } from '@fluentui/react-components'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import { SecurityGradeMark } from './security-grade.tsx'

const GREEN = '#0e700e'
const LIGHT_GREEN = '#a4cf6c'
const YELLOW = '#fde300'
const ORANGE = '#f7894a'
const RED = '#b10e1c'

test('A is green, B light green, C yellow, D orange and F red', () => {
  const colors = { 'A+': GREEN, A: GREEN, B: LIGHT_GREEN, C: YELLOW, D: ORANGE, F: RED } as const
  // A renderer for this file's document: the default one belongs to the first document of the process.
  const renderer = createDOMRenderer(document)
  for (const grade of ['A+', 'A', 'B', 'C', 'D', 'F'] as const) {
    render(
      <RendererProvider renderer={renderer} targetDocument={document}>
        <SecurityGradeMark grade={grade} />
      </RendererProvider>,
    )
    expect(screen.getByText(grade)).toHaveStyle({ backgroundColor: colors[grade] })
  }
})
