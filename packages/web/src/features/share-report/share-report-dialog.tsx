import {
  Dialog,
  DialogBody,
  DialogSurface,
  makeStyles,
  Button,
  DialogActions,
  DialogContent,
  Tab,
  TabList,
} from '@fluentui/react-components'
import type { ReportType } from '@tenantscope/contract/report-document'
import type { ReportOrder } from '@tenantscope/contract/reports'
import { useState, useId } from 'react'

import type { Read } from '../../lib/body-problems.ts'
import type { ReportTenant } from '../../lib/report-selection.ts'
import { ClosableTitle } from '../../ui/closable-title.tsx'
import { SubmitButton } from '../../ui/form/form.tsx'
import { useSavedForm } from '../../ui/form/use-saved-form.ts'
import type { SavedForm } from '../../ui/form/use-saved-form.ts'
import { useDiscardQuestion } from '../../ui/use-discard-question.tsx'
import { CreatedLink } from './created-link.tsx'
import type { CreatedShare } from './created-link.tsx'
import { ShareForm } from './share-form.tsx'
import { NEW_LINK, readShare } from './share-values.ts'
import type { ShareInput, ShareValues } from './share-values.ts'
import { SharedLinks } from './shared-links.tsx'
import { useCreateShare } from './shares.queries.ts'
import { useSharedSelection } from './use-shared-selection.ts'
import type { SharedSelection } from './use-shared-selection.ts'

const useStyles = makeStyles({
  surface: { maxWidth: '960px' },
  // The dialog keeps its height while the tabs change.
  content: {
    minHeight: '480px',
    padding: '0 0 16px',
    '@media (max-height: 640px)': { minHeight: 0 },
  },
  // Fluent's tabs are inset: this aligns their labels with the title.
  tabs: { marginInlineStart: '-10px', marginBottom: '12px' },
  button: { whiteSpace: 'nowrap' },
})

interface ShareReportDialogProps {
  tenant: ReportTenant
  /** What was chosen; without it, everything that can be reported is shared. */
  order?: ReportOrder | undefined
  /** Opens the selection of licenses and users, or of checks. */
  onChoose?: () => void
  onClose: () => void
}

/** Creates a read-only link to a redacted report of one tenant, and shows the links that it has. */
export function ShareReportDialog({ tenant, order, ...on }: ShareReportDialogProps) {
  const styles = useStyles()
  const id = useId()
  const [view, setView] = useState<'new' | 'links'>('new')
  const link = useNewLink(tenant, order)
  const { form, created } = link
  const { unlessDirty, question } = useDiscardQuestion(form.editState, {
    title: 'Discard this link?',
    text: 'The link was not created yet. Your entries will be lost.',
  })
  const { onChoose } = on
  const close = () => unlessDirty(on.onClose)
  const isCreating = view === 'new' && created === null
  const finished = view === 'new' ? created : null
  return (
    <>
      <Dialog open onOpenChange={(_, { open }) => !open && close()}>
        <DialogSurface className={styles.surface}>
          <DialogBody>
            <ClosableTitle onClose={close}>Share report</ClosableTitle>
            <DialogContent className={styles.content}>
              <ViewTabs id={id} view={view} onView={setView} />
              <div role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}${view}`}>
                {view === 'links' && <SharedLinks tenantId={tenant.id} />}
                {isCreating && (
                  <ShareForm
                    formId={`${id}form`}
                    {...{ tenant, form }}
                    shared={link.shared}
                    reportType={link.reportType}
                    {...(order === undefined && { onType: link.chooseType })}
                    {...(onChoose && { onChoose: () => unlessDirty(onChoose) })}
                  />
                )}
                {finished && <CreatedLink created={finished} />}
              </div>
            </DialogContent>
            <ShareActions
              {...{ id, link, isCreating }}
              isFinished={finished !== null}
              onClose={close}
            />
          </DialogBody>
        </DialogSurface>
      </Dialog>
      {question}
    </>
  )
}

interface ShareActionsProps {
  id: string
  link: NewLink
  isCreating: boolean
  isFinished: boolean
  onClose: () => void
}

function ShareActions({ id, link, isCreating, isFinished, onClose }: ShareActionsProps) {
  const styles = useStyles()
  return (
    <DialogActions>
      {isFinished && (
        <Button className={styles.button} onClick={link.restart}>
          Create another link
        </Button>
      )}
      <Button disabledFocusable={link.form.isSaving} onClick={onClose}>
        {isCreating ? 'Cancel' : 'Close'}
      </Button>
      {isCreating && <CreateButton id={id} form={link.form} shared={link.shared} />}
    </DialogActions>
  )
}

type NewLink = ReturnType<typeof useNewLink>

/** The form of a new link, and the link that was created with it. */
function useNewLink(tenant: ReportTenant, order: ReportOrder | undefined) {
  const [reportType, chooseType] = useState<ReportType>(order?.reportType ?? 'user-license')
  const shared = useSharedSelection(tenant, { order, reportType })
  const [created, setCreated] = useState<CreatedShare | null>(null)
  const create = useCreateShare()
  const form = useSavedForm({
    initial: NEW_LINK,
    read: (values): Read<ShareInput> =>
      shared.state === 'ready'
        ? readShare(values, { tenantId: tenant.id, order: shared.order })
        : { problems: {} },
    save: async (input) => {
      const { share } = await create.mutateAsync(input)
      return { share, passphrase: input.passphrase ?? '' }
    },
    onSaved: (saved) => {
      setCreated(saved)
      form.start(NEW_LINK)
    },
  })
  return { shared, reportType, chooseType, form, created, restart: () => setCreated(null) }
}

interface CreateButtonProps {
  id: string
  form: SavedForm<ShareValues>
  shared: SharedSelection
}

function CreateButton({ id, form, shared }: CreateButtonProps) {
  return (
    <SubmitButton
      form={form}
      formId={`${id}form`}
      isOff={shared.state !== 'ready'}
      savingLabel="Creating..."
    >
      Create link
    </SubmitButton>
  )
}

interface ViewTabsProps {
  id: string
  view: 'new' | 'links'
  onView: (view: 'new' | 'links') => void
}

function ViewTabs({ id, view, onView }: ViewTabsProps) {
  const styles = useStyles()
  return (
    <TabList
      className={styles.tabs}
      selectedValue={view}
      onTabSelect={(_, { value }) => onView(value === 'links' ? 'links' : 'new')}
    >
      <Tab id={`${id}new`} value="new" aria-controls={`${id}panel`}>
        New link
      </Tab>
      <Tab id={`${id}links`} value="links" aria-controls={`${id}panel`}>
        Links of this tenant
      </Tab>
    </TabList>
  )
}
