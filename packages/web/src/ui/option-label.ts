import { tokens } from '@fluentui/react-components'
import type { ReactNode } from 'react'

/** Returns a label for a radio button or checkbox that looks enabled also while it is not selected. */
export const optionLabel = (children: ReactNode) => ({ children, style: ENABLED })

/** Fluent's gray for options that are not selected looks disabled, and wins against a class. */
const ENABLED = { color: tokens.colorNeutralForeground1 }
