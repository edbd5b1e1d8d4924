/**
 * One club per line: short name, code, two colours, pattern, other names. Patterns are plain,
 * halves, stripes, hoops or sash, followed by the number of bands if it is not 5; the badge is a
 * shield, or a circle with `round`. Colours are those of the shirts. Clubs whose pattern could not
 * be checked are plain: SGE, FCA, LEG, PAR, VEN, PFC, GIL, FAM, MOR, ALV, EAM, AVS, NEC, EXC, TEL,
 * GOZ, ANT.
 */
export const clubTable = `
Arsenal | ARS | DB0007 FFFFFF | plain | Arsenal FC
Aston Villa | AVL | 670E36 95BFE5 | plain | Aston Villa FC
Bournemouth | BOU | DA291C 000000 | stripes | AFC Bournemouth
Brentford | BRE | E30613 FFFFFF | stripes round | Brentford FC
Brighton | BHA | 0057B8 FFFFFF | stripes round | Brighton & Hove Albion, Brighton & Hove Albion FC, Brighton and Hove Albion
Burnley | BUR | 6C1D45 99D6EA | plain | Burnley FC
Chelsea | CHE | 034694 FFFFFF | plain round | Chelsea FC
Crystal Palace | CRY | 1B458F C4122E | stripes | Crystal Palace FC
Everton | EVE | 003399 FFFFFF | plain | Everton FC
Fulham | FUL | FFFFFF 000000 | plain | Fulham FC
Ipswich | IPS | 0044A9 FFFFFF | plain | Ipswich Town, Ipswich Town FC
Leeds | LEE | FFFFFF 1D428A | plain | Leeds United, Leeds United FC
Leicester | LEI | 003090 FDBE11 | plain round | Leicester City, Leicester City FC
Liverpool | LIV | C8102E FFFFFF | plain | Liverpool FC
Man City | MCI | 6CABDD 1C2C5B | plain round | Manchester City, Manchester City FC
Man United | MUN | DA291C FBE122 | plain | Manchester United, Manchester United FC, Man Utd
Newcastle | NEW | 241F20 FFFFFF | stripes | Newcastle United, Newcastle United FC
Nottm Forest | NFO | DD0000 FFFFFF | plain round | Nottingham Forest, Nottingham Forest FC, Nott'm Forest, Nott'ham Forest, Notts Forest
Southampton | SOU | D71920 FFFFFF | stripes | Southampton FC
Sunderland | SUN | EB172B FFFFFF | stripes | Sunderland AFC
Tottenham | TOT | FFFFFF 132257 | plain | Tottenham Hotspur, Tottenham Hotspur FC, Spurs
West Ham | WHU | 7A263A 1BB1E7 | plain | West Ham United, West Ham United FC
Wolves | WOL | FDB913 231F20 | plain | Wolverhampton Wanderers, Wolverhampton Wanderers FC, Wolverhampton
Bayern | BAY | DC052D FFFFFF | plain round | Bayern München, FC Bayern München, Bayern Munich
Dortmund | BVB | FDE100 000000 | plain round | Borussia Dortmund
Leverkusen | LEV | E32221 000000 | plain round | Bayer Leverkusen, Bayer 04 Leverkusen
Leipzig | RBL | FFFFFF DD0741 | plain | RB Leipzig
Stuttgart | STU | FFFFFF E32219 | hoops 3 | VfB Stuttgart
Frankfurt | SGE | 000000 FFFFFF | plain round | Eintracht Frankfurt, SG Eintracht Frankfurt
Hoffenheim | HOF | 1961B5 FFFFFF | plain | TSG Hoffenheim, TSG 1899 Hoffenheim
Freiburg | SCF | D50B2E 000000 | plain | SC Freiburg
M'gladbach | BMG | FFFFFF 1A1A1A | plain | Borussia Mönchengladbach, Borussia M.Gladbach, Gladbach
Köln | KOE | FFFFFF ED1C24 | plain round | 1. FC Köln, FC Köln, Cologne, 1. FC Cologne
Union Berlin | FCU | EB1923 FFFFFF | plain round | 1. FC Union Berlin
Bremen | SVW | 1D9053 FFFFFF | plain | Werder Bremen, SV Werder Bremen
Wolfsburg | WOB | 65B32E FFFFFF | plain round | VfL Wolfsburg
Mainz | M05 | C3141E FFFFFF | plain round | Mainz 05, 1. FSV Mainz 05, FSV Mainz 05
Hamburg | HSV | 0A3F86 FFFFFF | plain | Hamburger SV
Augsburg | FCA | FFFFFF BA3733 | plain | FC Augsburg
St. Pauli | STP | 624839 FFFFFF | plain round | FC St. Pauli, FC St. Pauli 1910
Heidenheim | HDH | E2001A 003B79 | plain round | 1. FC Heidenheim, 1. FC Heidenheim 1846
Bochum | BOC | 005BA1 FFFFFF | plain | VfL Bochum, VfL Bochum 1848
Kiel | KIE | 003E7E FFFFFF | plain | Holstein Kiel
Barcelona | BAR | A50044 004D98 | stripes | FC Barcelona
Real Madrid | RMA | FFFFFF 00529F | plain round | Real Madrid CF
Atlético | ATM | CB3524 FFFFFF | stripes | Atlético de Madrid, Club Atlético de Madrid, Atlético Madrid
Villarreal | VIL | FFE667 005187 | plain | Villarreal CF
Betis | BET | 0BB363 FFFFFF | stripes | Real Betis, Real Betis Balompié
Athletic | ATH | EE2523 FFFFFF | stripes | Athletic Club, Athletic Bilbao, Athletic Club Bilbao
Real Sociedad | RSO | 0067B1 FFFFFF | stripes round | Real Sociedad de Fútbol
Celta | CEL | 8AC3EE E5254E | plain round | Celta de Vigo, RC Celta de Vigo, Celta Vigo
Rayo | RAY | FFFFFF E53027 | sash | Rayo Vallecano, Rayo Vallecano de Madrid
Espanyol | ESP | 007FC8 FFFFFF | stripes round | RCD Espanyol de Barcelona
Sevilla | SEV | FFFFFF D8061C | plain | Sevilla FC
Osasuna | OSA | D91A21 0A346F | plain | CA Osasuna
Valencia | VAL | FFFFFF 000000 | plain | Valencia CF
Getafe | GET | 005999 FFFFFF | plain round | Getafe CF
Mallorca | MLL | E20613 000000 | plain | RCD Mallorca
Girona | GIR | CD2534 FFFFFF | stripes round | Girona FC
Alavés | ALA | 0761AF FFFFFF | stripes | Deportivo Alavés
Elche | ELC | FFFFFF 05642C | hoops 3 | Elche CF
Levante | LVT | B4053F 005CA5 | stripes | Levante UD
Oviedo | OVI | 1B3F94 FFFFFF | plain | Real Oviedo
Leganés | LEG | 1B4FA0 FFFFFF | plain | CD Leganés
Valladolid | VLD | 921B88 FFFFFF | stripes | Real Valladolid, Real Valladolid CF
Las Palmas | LPA | FFE400 0054A6 | plain | UD Las Palmas
Inter | INT | 010E80 000000 | stripes round | FC Internazionale Milano, Inter Milan, Internazionale, Inter Milano
Napoli | NAP | 12A0D7 FFFFFF | plain round | SSC Napoli
Milan | MIL | FB090B 000000 | stripes | AC Milan
Juventus | JUV | 000000 FFFFFF | stripes | Juventus FC
Roma | ROM | 8E1F2F F0BC42 | plain | AS Roma
Atalanta | ATA | 1E71B8 000000 | stripes round | Atalanta BC
Bologna | BOL | 1A2F48 A21C26 | stripes | Bologna FC 1909
Como | COM | 0A4595 FFFFFF | plain | Como 1907
Lazio | LAZ | 87D8F7 14387F | plain | SS Lazio
Fiorentina | FIO | 482E92 FFFFFF | plain | ACF Fiorentina
Udinese | UDI | 000000 FFFFFF | stripes | Udinese Calcio
Sassuolo | SAS | 00A752 000000 | stripes | US Sassuolo
Torino | TOR | 881F19 FFFFFF | plain | Torino FC
Cremonese | CRE | D2232A A7A9AC | stripes | US Cremonese
Cagliari | CAG | B01028 002350 | halves | Cagliari Calcio
Parma | PAR | FFFFFF 1A1A1A | plain | Parma Calcio 1913
Genoa | GEN | AC1A2F 002039 | halves | Genoa CFC
Lecce | LEC | FFE400 D6001C | stripes | US Lecce
Pisa | PIS | 003DA5 000000 | stripes | Pisa SC
Verona | VER | 002F6C FFE74A | plain | Hellas Verona, Hellas Verona FC
Monza | MON | EE0E36 FFFFFF | plain | AC Monza
Empoli | EMP | 00579C FFFFFF | plain | Empoli FC
Venezia | VEN | 1A1A1A F47920 | plain | Venezia FC
Paris SG | PSG | 004170 DA291C | plain round | Paris Saint-Germain, Paris Saint-Germain FC, PSG
Marseille | MAR | FFFFFF 2FAEE0 | plain | Olympique de Marseille, Olympique Marseille
Monaco | ASM | E51B22 FFFFFF | halves | AS Monaco, AS Monaco FC
Lille | LIL | E01E13 20325F | plain | LOSC Lille, Lille OSC
Lyon | LYO | FFFFFF 14387F | plain | Olympique Lyonnais, Olympique Lyon
Lens | LEN | E30613 FFE600 | stripes | RC Lens, Racing Club de Lens
Strasbourg | RCS | 009FE3 FFFFFF | plain round | RC Strasbourg, RC Strasbourg Alsace
Rennes | REN | E13327 000000 | plain | Stade Rennais, Stade Rennais FC 1901
Nice | NIC | D7192D 000000 | stripes | OGC Nice
Toulouse | TOU | 3E2C56 FFFFFF | plain round | Toulouse FC
Brest | BST | E30613 FFFFFF | plain | Stade Brestois, Stade Brestois 29
Paris FC | PFC | 0B1F4B 6FB3E0 | plain round
Auxerre | AUX | FFFFFF 1B5FAA | plain | AJ Auxerre
Nantes | NAN | FCD405 007A3D | plain | FC Nantes
Angers | SCO | 000000 FFFFFF | stripes | Angers SCO
Le Havre | HAC | 79BCE7 0B2A52 | halves | Le Havre AC
Lorient | FCL | F58113 000000 | plain | FC Lorient
Metz | MET | 7A1532 FFFFFF | plain | FC Metz
Sporting | SCP | 008057 FFFFFF | hoops | Sporting CP, Sporting Clube de Portugal, Sporting Lisbon
Porto | POR | 00428C FFFFFF | stripes round | FC Porto
Benfica | BEN | E20613 FFFFFF | plain | Sport Lisboa e Benfica, SL Benfica
Braga | BRA | DC0B15 FFFFFF | plain | SC Braga, Sporting Clube de Braga
Guimarães | GUI | FFFFFF 000000 | plain | Vitória de Guimarães, Vitória Guimarães, Vitória SC
Gil Vicente | GIL | E30613 0A3A82 | plain | Gil Vicente FC
Famalicão | FAM | FFFFFF 14387F | plain | FC Famalicão
Moreirense | MOR | 006B3F FFFFFF | plain | Moreirense FC
Estoril | EST | FFE100 0A3A82 | plain | Estoril Praia, GD Estoril Praia
Santa Clara | STC | E30613 FFFFFF | plain | CD Santa Clara
Rio Ave | RAV | 00964B FFFFFF | stripes | Rio Ave FC
Casa Pia | CAP | 000000 FFFFFF | plain | Casa Pia AC
Nacional | CDN | 000000 FFFFFF | stripes | CD Nacional
Alverca | ALV | E30613 14387F | plain | FC Alverca
Arouca | ARO | FFDD00 1B3F94 | plain | FC Arouca
Estrela | EAM | E30613 006B3F | plain | Estrela da Amadora, CF Estrela da Amadora, CF Estrela
Tondela | TON | 007A3D FFE600 | plain | CD Tondela
AVS | AVS | E30613 FFFFFF | plain | AVS Futebol SAD, AFS
PSV | PSV | ED1C24 FFFFFF | stripes round | PSV Eindhoven
Feyenoord | FEY | D2122E FFFFFF | halves round | Feyenoord Rotterdam
Ajax | AJA | FFFFFF D2122E | stripes 3 round | AFC Ajax
AZ | AZA | E30613 FFFFFF | plain | AZ Alkmaar
Utrecht | UTR | E30613 FFFFFF | plain | FC Utrecht
Twente | TWE | E30613 FFFFFF | plain round | FC Twente, FC Twente Enschede
NEC | NEC | D50032 007A3D | plain | NEC Nijmegen
Heerenveen | HEE | 1B4DA1 FFFFFF | stripes | SC Heerenveen
Groningen | GRO | 007A3D FFFFFF | stripes | FC Groningen
Sparta | SPA | E30613 FFFFFF | stripes | Sparta Rotterdam
Go Ahead | GAE | E30613 FFD700 | plain | Go Ahead Eagles
Fortuna | FOS | FFE000 007A3D | plain | Fortuna Sittard
Volendam | VOL | F58220 FFFFFF | plain | FC Volendam
Zwolle | ZWO | 1B4DA1 FFFFFF | plain | PEC Zwolle
NAC | NAC | FFE000 000000 | sash | NAC Breda
Excelsior | EXC | 000000 E30613 | plain
Heracles | HER | 000000 FFFFFF | stripes | Heracles Almelo
Telstar | TEL | FFFFFF 1B4DA1 | plain
Galatasaray | GAL | A90432 FDB912 | halves round | Galatasaray SK
Fenerbahçe | FEN | FFED00 002D72 | stripes round | Fenerbahçe SK
Beşiktaş | BJK | 000000 FFFFFF | stripes | Beşiktaş JK
Trabzonspor | TRA | 800D2E 6BB1DF | stripes round
Başakşehir | BAS | F26B21 14284B | plain | İstanbul Başakşehir, Başakşehir FK
Samsunspor | SAM | E30613 FFFFFF | plain
Göztepe | GOZ | E30613 FFE000 | plain
Kasımpaşa | KAS | 14387F FFFFFF | plain | Kasımpaşa SK
Antalyaspor | ANT | E30613 FFFFFF | plain
Alanyaspor | ALN | F58220 007A3D | plain
Konyaspor | KON | 007A3D FFFFFF | plain
Sivasspor | SIV | E30613 FFFFFF | plain
Kayserispor | KAY | E30613 FFE000 | plain
Gaziantep | GAZ | E30613 000000 | plain | Gaziantep FK, Gazişehir Gaziantep
Rizespor | RIZ | 007A3D 14387F | plain | Çaykur Rizespor
Hatayspor | HAT | 7A1532 FFFFFF | plain
Eyüpspor | EYU | 5B2C83 FFE000 | plain
Bodrum | BOD | 007A3D FFFFFF | plain | Bodrum FK
Adana Demir | ADS | 5BB5E8 14284B | plain | Adana Demirspor
`;
