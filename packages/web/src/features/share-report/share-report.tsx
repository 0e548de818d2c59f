import {
  Button,
  DialogActions,
  DialogContent,
  makeStyles,
  Tab,
  TabList,
} from '@fluentui/react-components'
import type { ReportSelection } from '@tenantscope/contract/reports'
import { useId, useState } from 'react'

import type { ReportTenant } from '../../lib/report-selection.ts'
import { CreatedLink } from './created-link.tsx'
import { ShareForm } from './share-form.tsx'
import type { ShareFormProps } from './share-form.tsx'
import { SharedLinks } from './shared-links.tsx'
import { useShareForm } from './use-share-form.ts'
import { useSharedSelection } from './use-shared-selection.ts'

const useStyles = makeStyles({
  // The dialog keeps its height while the tabs change.
  content: {
    minHeight: '480px',
    padding: '0 0 16px',
    '@media (max-height: 640px)': { minHeight: 0 },
  },
  // Fluent's tabs are inset: their words stand in line with the title.
  tabs: { marginInlineStart: '-10px', marginBottom: '12px' },
  button: { whiteSpace: 'nowrap' },
})

type View = 'new' | 'links'

interface ShareReportProps {
  tenant: ReportTenant
  selection?: ReportSelection | undefined
  onChoose?: () => void
  onDirty: (isDirty: boolean) => void
  onClose: () => void
}

/** A new link in fields, and in the other tab those that the tenant has. */
export function ShareReport({ tenant, selection, onChoose, onDirty, onClose }: ShareReportProps) {
  const styles = useStyles()
  const id = useId()
  const [view, setView] = useState<View>('new')
  const shared = useSharedSelection(tenant, selection)
  const form = useShareForm({ onDirty })
  return (
    <>
      <DialogContent className={styles.content}>
        <TabList
          className={styles.tabs}
          selectedValue={view}
          onTabSelect={(_, { value }) => setView(value === 'links' ? 'links' : 'new')}
        >
          <Tab id={`${id}new`} value="new" aria-controls={`${id}panel`}>
            New link
          </Tab>
          <Tab id={`${id}links`} value="links" aria-controls={`${id}panel`}>
            Links of this tenant
          </Tab>
        </TabList>
        <div role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}${view}`}>
          {view === 'links' ? (
            <SharedLinks tenantId={tenant.id} />
          ) : (
            <NewLink
              formId={`${id}form`}
              tenant={tenant}
              shared={shared}
              form={form}
              {...(onChoose && { onChoose })}
            />
          )}
        </div>
      </DialogContent>
      <DialogActions>
        {view === 'links' ? (
          <Button onClick={onClose}>Close</Button>
        ) : (
          <NewLinkActions
            formId={`${id}form`}
            form={form}
            isReady={shared.state === 'ready'}
            onClose={onClose}
          />
        )}
      </DialogActions>
    </>
  )
}

function NewLink({ form, ...rest }: ShareFormProps) {
  return form.created === null ? (
    <ShareForm form={form} {...rest} />
  ) : (
    <CreatedLink created={form.created} />
  )
}

interface NewLinkActionsProps {
  formId: string
  form: ReturnType<typeof useShareForm>
  isReady: boolean
  onClose: () => void
}

function NewLinkActions({ formId, form, isReady, onClose }: NewLinkActionsProps) {
  const styles = useStyles()
  if (form.created !== null)
    return (
      <>
        <Button className={styles.button} onClick={form.beginAnew}>
          Make another link
        </Button>
        <Button onClick={onClose}>Close</Button>
      </>
    )
  return (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button
        appearance="primary"
        className={styles.button}
        type="submit"
        form={formId}
        // Keeps the focus while it works.
        disabledFocusable={form.isPending || !isReady}
      >
        {form.isPending ? 'Creating...' : 'Create link'}
      </Button>
    </>
  )
}
