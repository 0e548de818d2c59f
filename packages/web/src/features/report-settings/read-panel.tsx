import { Button, DialogActions, DialogContent } from '@fluentui/react-components'
import type { UseQueryResult } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import type { ReactNode } from 'react'

import { requestIdOf, userMessageOf } from '../../lib/api-error.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import type { PanelProps } from './panel-form.tsx'
import { usePanelStyles } from './use-panel-styles.ts'

export interface Reading {
  /** Reads the settings again, and begins anew with them. */
  onLoadNewer: () => void
  /** In place of fields that somebody else had changed. */
  isReadAnew: boolean
}

interface ReadPanelProps<Settings> extends PanelProps {
  query: UseQueryResult<Settings>
  /** What is read, such as 'report settings'. */
  what: string
  /** The fields that begin with what was read. */
  children: (settings: Settings, reading: Reading) => ReactNode
}

/** A panel as soon as its settings are read. */
export function ReadPanel<Settings>(props: ReadPanelProps<Settings>) {
  const { query, what, onDirty, onClose, children } = props
  const panel = usePanelStyles()
  // Which reading the fields began with.
  const [reading, setReading] = useState(0)
  const loadNewer = async () => {
    await query.refetch()
    onDirty(false)
    setReading((count) => count + 1)
  }
  if (query.data !== undefined)
    return (
      <Fragment key={reading}>
        {children(query.data, {
          onLoadNewer: () => void loadNewer(),
          isReadAnew: reading > 0,
        })}
      </Fragment>
    )
  return (
    <>
      <DialogContent className={panel.content}>
        {query.isError ? (
          <LoadFailed
            title={`The ${what} could not be loaded`}
            message={userMessageOf(query.error)}
            requestId={requestIdOf(query.error)}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <PageSpinner text={`Loading the ${what}...`} />
        )}
      </DialogContent>
      <DialogActions className={panel.actions}>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </>
  )
}
