import {
  getCompanyFiscalData,
  updateCompanyFiscalData,
  type CompanyFiscalData,
} from '#contract/companies/companies-fiscal-data.ts'
import { formatCuit } from '#contract/values/cuit.ts'
import { VAT_CONDITIONS, vatConditionNames } from '#contract/platform/platform.ts'
import { endpointQuery } from '#web/api/query.ts'
import { useSubmit } from '#web/features/forms/use-submit.ts'
import { FormDialog } from '#web/features/forms/FormDialog.tsx'
import { LoadedDialog } from '#web/features/reads/LoadedDialog.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'
import { FiscalFacts } from './FiscalFacts.tsx'

export const fiscalDataQuery = (companyId: string) => endpointQuery(getCompanyFiscalData, { params: { companyId } })

const conditions = VAT_CONDITIONS.map((value) => ({ value, label: vatConditionNames[value] }))

/** Who a company is to the tax authority: seen, and by its owner or a god admin changed. */
export function FiscalDataDialog({ companyId, onClose }: { companyId: string; onClose: () => void }) {
  return (
    <LoadedDialog
      title="Datos fiscales"
      query={{ ...fiscalDataQuery(companyId), staleTime: 0 }}
      label="Cargando los datos fiscales"
      skeleton="h-64"
      errorTitle="No pudimos traer los datos fiscales"
      onClose={onClose}
    >
      {(data) =>
        data.mayChange ? (
          <DataForm companyId={companyId} data={data} onClose={onClose} />
        ) : (
          <Dialog open onClose={onClose} title={titleOf(data)}>
            <FiscalFacts data={data.current} />
          </Dialog>
        )
      }
    </LoadedDialog>
  )
}

const titleOf = ({ companyName }: CompanyFiscalData) => `Datos fiscales de ${companyName}`

interface DataFormProps {
  companyId: string
  data: CompanyFiscalData
  onClose: () => void
}

function DataForm({ companyId, data, onClose }: DataFormProps) {
  const { companyName, current } = data
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
    done: `Guardaste los datos fiscales de ${companyName}`,
  })
  return (
    <FormDialog form={form} title={titleOf(data)} submit="Guardar" onClose={onClose} className="gap-4">
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
    </FormDialog>
  )
}
