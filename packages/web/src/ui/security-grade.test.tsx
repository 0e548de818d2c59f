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
  for (const grade of ['A+', 'A', 'B', 'C', 'D', 'F'] as const) {
    render(<SecurityGradeMark grade={grade} />)
    expect(screen.getByText(grade)).toHaveStyle({ backgroundColor: colors[grade] })
  }
})
