const names = `
Aaron Abdul Abigail Adam Adrian Agnes Ahmed Aisha Alan Albert Alejandro Alex Alexander Alexandra Alfred Ali Alice Alina Amanda Amelia Amina Amy Ana Anders Andrea
Andreas Andrew Andrey Angela Anita Ann Anna Anne Anthony Anton Antonio Arthur Astrid August Barbara Beatrice Ben Benjamin Bernard Bertha Boris Brian
Bruno Carl Carla Carlos Carmen Caroline Catherine Cecilia Chandra Charles Charlotte Chen Chiara Christian Christina Christine Christopher Clara Claire Claude
Colin Conrad Daniel Daniela David Deborah Dennis Diana Diego Dmitri Dominic Donald Dora Dorothy Edgar Edith Edmund Eduardo Edward Eleanor Elena Eliza
Elizabeth Ella Ellen Elsa Emil Emily Emma Eric Erik Ernest Esther Eva Eve Evelyn Fatima Felix Fernando Fiona Florence Frances Francesca Francesco Francis Frank
Franz Fred Frederick Friedrich Gabriel Gabriela George Georg Gerald Gerard Gertrude Giovanni Giulia Gordon Grace Graham Greta Gregory Guillermo Gustav Hannah Hans
Harold Harriet Harry Hassan Heinrich Helen Helena Helene Henri Henry Herbert Herman Hilda Hiroshi Howard Hugh Hugo Ian Ibrahim Ida Igor Ines Ingrid Irene Iris
Isaac Isabel Isabella Ivan Jack Jacob Jacques James Jan Jane Janet Jean Jennifer Jeremy Joan Joanna Johann Johannes John Jonas Jonathan Jorge Josef Joseph
Josephine Juan Judith Julia Julian Juliet Julius Karen Karin Karl Kate Katherine Keiko Kenji Kenneth Kevin Klaus Kofi Kurt Lars Laura Laurence Lena Leo Leon
Leonard Leonardo Lewis Liam Lidia Lily Linda Lisa Louisa Louise Lucas Lucia Lucy Ludwig Luigi Luis Luke Lydia Magnus Manuel Marco Marcus Margaret Maria Marie Mario
Mark Marta Martha Martin Mary Matthew Matthias Maurice Max Maya Mehmet Michael Michel Miguel Mikhail Miriam Mohamed Mohammed Monica Nadia Nancy Naomi Natalia Nathan
Neil Nicholas Nicolas Nikolai Nina Nora Norman Olga Oliver Olivia Omar Oscar Otto Pablo Patricia Patrick Paul Paula Pauline Pedro Peter Philip Philippe Pierre
Priya Rachel Rafael Ralph Raymond Rebecca Richard Robert Roberto Roger Roland Ronald Rosa Rose Rosemary Ruth Samuel Sandra Sara Sarah Sergei Sharon Silvia Simon
Sofia Sonia Sophia Sophie Stefan Stella Stephen Steven Stuart Susan Susanna Svetlana Sylvia Tanya Tatiana Teresa Theodor Theodore Theresa Thomas Timothy Tobias
Tom Ursula Valentina Vera Veronica Victor Victoria Vincent Viola Virginia Vladimir Walter Wei Werner Wilhelm William Winifred Yan Yasmin Yuki Yusuf Zoe
Ada Alastair Alec Alfie Alison Allan Alma Amos Andre Angus Annabel Annie Archibald Archie Arnold Ashley Aubrey Audrey Austin Basil Bella Benedict Bernice Bertram
Beryl Bess Bethany Betty Beverley Billy Bob Brenda Brendan Bridget Bruce Calvin Cameron Camilla Carol Carrie Cassandra Cecil Cecilia Cedric Chloe
Christabel Christy Clarence Clarissa Clement Clifford Clive Constance Cora Cornelius Craig Curtis Cynthia Cyril Daisy Damian Darren Dave Derek Desmond Dick Donna
Doreen Doris Douglas Duncan Dylan Edith Edna Edwin Elaine Eli Elias Elliot Elsie Emmeline Enid Enoch Ethel Eugene Evan Ezra Fergus Flora Freda Frieda Gareth Gavin Gemma
Geoffrey Georgina Gilbert Giles Gina Gladys Glen Gloria Godfrey Gwen Gwendolyn Hamish Hector Hester Hilary Horace Hubert Imogen Irma Isabelle Isla
Jake Jamie Janice Jasmine Jason Jasper Jemima Jenny Jeremiah Jerome Jesse Jessica Jill Jim Jimmy Joe Joel Joshua Josiah Joyce Julie Justin Kathleen Katie
Keith Kelly Kirsten Kitty Lawrence Leah Leila Leslie Lilian Lionel Lloyd Lois Lorna Lorraine Lottie Lucinda Lynn Mabel Madeleine Maggie Malcolm Mandy Marcel Margery
Marian Marianne Marina Marion Marjorie Marlene Martina Matilda Maud Maureen Mavis Melanie Melissa Mervyn Mick Mildred Milly Minnie Moira Mona Morag
Morris Moses Muriel Myra Nathaniel Ned Nell Nellie Neville Nigel Noah Noel Norma Oswald Owen Pamela Peggy Penelope Percival
Percy Perry Petra Phil Philippa Phoebe Phyllis Polly Priscilla Quentin Raj Randolph Reginald Rhoda Rita Rob Robin Rodney Ron Ronald Rosalind Rosie Roy Rufus
Rupert Russell Sadie Sally Sam Saul Scott Sean Sebastian Selina Seth Shaun Sheila Shirley Sidney Silas Simone Stanley Steve Stewart Sue Suzanne Sybil Ted Terence
Terry Tessa Thea Thelma Tim Timothy Tina Toby Todd Tony Tracy Trevor Una Valerie Vanessa Vernon Violet Vivian Wallace Wanda Warren Wendy Wesley Wilfred 
Winston Yvonne Zachary Zara`;

/** Common given names of many countries: a name of several words that starts with one is taken for a person's. */
export const givenNames: ReadonlySet<string> = new Set(names.trim().split(/\s+/));
