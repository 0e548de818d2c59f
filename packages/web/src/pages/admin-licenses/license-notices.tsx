import {
  Button,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
} from '@fluentui/react-components'
import type { License } from '@tenantscope/contract/licenses'

import { useFormat } from '../../lib/preferences.ts'
import { useBreakpoint } from '../../ui/use-breakpoint.ts'

interface LicenseNoticesProps {
  licenses: readonly License[]
  isUnknownOnly: boolean
  onUnknownOnly: (isUnknownOnly: boolean) => void
}

/** What an administrator should look at. */
export function LicenseNotices({ licenses, isUnknownOnly, onUnknownOnly }: LicenseNoticesProps) {
  const format = useFormat()
  // Left to measure itself, the bar would grow after it was shown and move what stands below.
  const width = useBreakpoint([ROOMY])
  const visible = licenses.filter(({ isVisible }) => isVisible).length
  const unknown = licenses.filter(({ isKnown }) => !isKnown).length
  return (
    <>
      {visible < FEWEST_VISIBLE && (
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>
            <MessageBarTitle>
              {visible === 0 ? 'No license is visible' : 'Only 1 license is visible'}
            </MessageBarTitle>
            Tenant views and reports show visible licenses alone.
          </MessageBarBody>
        </MessageBar>
      )}
      {(unknown > 0 || isUnknownOnly) && (
        <MessageBar intent="info" layout={width < ROOMY ? 'multiline' : 'singleline'}>
          <MessageBarBody>
            <MessageBarTitle>
              {unknown === 1 ? '1 SKU has' : `${format.number(unknown)} SKUs have`} no known name
            </MessageBarTitle>
            A part number stands in place of a name until somebody gives one.
          </MessageBarBody>
          <MessageBarActions>
            <Button size="small" onClick={() => onUnknownOnly(!isUnknownOnly)}>
              {isUnknownOnly ? 'Show all SKUs' : 'Show only these'}
            </Button>
          </MessageBarActions>
        </MessageBar>
      )}
    </>
  )
}

/** Wide enough for the whole notice in one line. */
const ROOMY = 900

/** Specification section 2, License Management. */
const FEWEST_VISIBLE = 2
