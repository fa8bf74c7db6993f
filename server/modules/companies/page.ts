/** The head of a company's public page. */
import { getCompanyEvents } from '#contract/events/events-company.ts'
import { networkLinks } from '#contract/companies/networks.ts'
import { paths } from '#contract/api/paths.ts'
import { firstRead, type Page } from '#server/http/page-head.ts'
import { findCompanyProfile } from './queries.ts'

const SECONDS = 10

export const pages: readonly Page[] = [
  {
    path: '/organizacion/:slug',
    seconds: SECONDS,
    queryFields: ['estado', 'pagina'],
    async head(app, { params: { slug = '' }, query }) {
      const company = await findCompanyProfile(app, slug)
      if (!company) return { status: 404, title: 'No encontramos esa organización' }
      return {
        status: 200,
        title: company.name,
        description: company.descripcion ?? `Próximos eventos de ${company.name}. Comprá tu entrada y entrá con tu QR.`,
        canonicalPath: paths.company(company.slug),
        image: company.cover,
        screenFile: 'areas/public/events/CompanyScreen.tsx',
        // The tab that the screen opens with; others it asks for itself.
        firstReads:
          query['estado'] || query['pagina']
            ? []
            : [firstRead(getCompanyEvents, { params: { nameOrId: slug }, query: { state: 'active' } })],
        jsonLd: {
          '@context': 'https://schema.org',
          '@type': 'Organization',
          name: company.name,
          url: app.config.publicUrl + paths.company(company.slug),
          ...(company.descripcion ? { description: company.descripcion } : {}),
          sameAs: networkLinks(company.networks).map(({ url }) => url),
        },
      }
    },
  },
]
