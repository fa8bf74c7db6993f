import { useQuery } from '@tanstack/react-query'
import {
  getCompanyFiscalData,
  updateCompanyFiscalData,
  type CompanyFiscalData,
} from '#contract/companies-fiscal-data.ts'
import { formatCuit } from '#contract/cuit.ts'
import { VAT_CONDITIONS, vatConditionNames } from '#contract/platform.ts'
import { failureMessage } from '#web/api/api-failure.ts'
import { endpointQuery } from '#web/api/query.ts'
import { Form } from '#web/features/forms/Form.tsx'
import { useSubmit } from '#web/features/forms/use-submit.ts'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import { FiscalFacts } from './FiscalFacts.tsx'

export const fiscalDataQuery = (companyId: string) => endpointQuery(getCompanyFiscalData, { params: { companyId } })

const conditions = VAT_CONDITIONS.map((value) => ({ value, label: vatConditionNames[value] }))

/** Who a company is to the tax authority: seen, and by its owner or a god admin changed. */
export function FiscalDataDialog({ companyId, onClose }: { companyId: string; onClose: () => void }) {
  const fiscal = useQuery({ ...fiscalDataQuery(companyId), staleTime: 0 })
  const title = fiscal.data ? `Datos fiscales de ${fiscal.data.companyName}` : 'Datos fiscales'
  return (
    <Dialog open onClose={onClose} title={title}>
      {fiscal.data?.mayChange ? (
        <DataForm companyId={companyId} data={fiscal.data} onClose={onClose} />
      ) : fiscal.data ? (
        <FiscalFacts data={fiscal.data.current} />
      ) : fiscal.isError ? (
        <ErrorState
          title="No pudimos traer los datos fiscales"
          message={failureMessage(fiscal.error)}
          onRetry={() => void fiscal.refetch()}
        />
      ) : (
        <Skeleton className="h-64 w-full" />
      )}
    </Dialog>
  )
}

function DataForm({
  companyId,
  data: { companyName, current },
  onClose,
}: {
  companyId: string
  data: CompanyFiscalData
  onClose: () => void
}) {
  const form = useSubmit(updateCompanyFiscalData, {
    schema: updateCompanyFiscalData.body,
    defaults: {
      legalName: current?.legalName ?? '',
      cuit: current ? formatCuit(current.cuit) : '',
      vatCondition: current?.vatCondition ?? ('' as never), // nothing chosen: the schema asks for one
      address: current?.address ?? '',
    },
    draft: `datos-fiscales:${companyId}`,
    toInput: (body) => ({ params: { companyId }, body }),
    onDone: () => {
      onClose()
      showToast(`Guardaste los datos fiscales de ${companyName}`, 'success')
    },
  })
  return (
    <Form form={form} submit="Guardar" className="gap-4" button={{ wide: true }}>
      <p className="text-14 text-humo">
        Salen en los comprobantes de lo que se pague desde ahora. Los que ya se emitieron no cambian.
      </p>
      <TextField
        label="Razón social"
        hint="Si sos una persona, tu nombre y apellido como en ARCA."
        autoComplete="organization"
        {...form.field('legalName')}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          label="CUIT"
          inputMode="numeric"
          autoComplete="off"
          placeholder="30-12345678-1"
          {...form.field('cuit')}
        />
        <SelectField
          label="Condición frente al IVA"
          placeholder="Elegí una"
          options={conditions}
          {...form.field('vatCondition')}
        />
      </div>
      <TextField
        label="Domicilio fiscal"
        hint="Calle, número, localidad y provincia."
        autoComplete="street-address"
        {...form.field('address')}
      />
    </Form>
  )
}
