import { MATRIX_LICENSES, MATRIX_TENANT } from './answers.ts'
import type { Scrolling } from './scrolling.ts'

/** A big table, and how it must scroll beside a plain one. */
export interface Subject {
  readonly name: string
  readonly picture: string
  readonly path: string
  /** What scrolls; the page itself where null. */
  readonly scroller: string | null
  /** Number of rows that fill the screen, including the header. */
  readonly rows: number
  /** Of the complete table, for the plain one that scrolls sideways. */
  readonly columns: number
  /** Where the table begins to fill the screen, when the page scrolls. */
  readonly startPx: number
  readonly downPx: number
  readonly sidewaysPx: number
  readonly ways: readonly Scrolling[]
  /** Of the plain table's frame rate. */
  readonly atLeast: number
}

const DOWN: readonly Scrolling[] = [
  { axis: 'y', pxPerFrame: 90 },
  { axis: 'y', pxPerFrame: 900 },
]
const SIDEWAYS: readonly Scrolling[] = [
  { axis: 'x', pxPerFrame: 90 },
  { axis: 'x', pxPerFrame: 900 },
]

export const SUBJECTS: readonly Subject[] = [
  {
    name: 'License Matrix, 10,000 people x 40 licenses',
    picture: 'matrix',
    path: `/tenant/${MATRIX_TENANT}?tab=matrix`,
    scroller: '[role="grid"]',
    rows: 14,
    columns: MATRIX_LICENSES + 1,
    startPx: 0,
    downPx: 21_600,
    sidewaysPx: 3_600,
    ways: [...DOWN, ...SIDEWAYS],
    atLeast: 0.9,
  },
  {
    name: 'All Tenants, 1,000 tenants',
    picture: 'all-tenants-1000',
    path: '/dashboard',
    scroller: null,
    rows: 10,
    columns: 0,
    startPx: 900,
    downPx: 21_600,
    sidewaysPx: 0,
    ways: DOWN,
    atLeast: 0.9,
  },
  {
    name: 'Posture, 1,000 tenants x 101 checks',
    picture: 'posture-1000',
    path: '/posture',
    scroller: '[role="grid"]',
    rows: 10,
    columns: 102,
    startPx: 0,
    downPx: 21_600,
    sidewaysPx: 1_800,
    ways: [...DOWN, ...SIDEWAYS],
    atLeast: 0.9,
  },
]

export const SIZE_GOALS = [
  { path: '/dashboard', isSignedIn: true, atMostKilobytes: 300 },
  { path: '/login', isSignedIn: false, atMostKilobytes: 120 },
] as const
